import { type ChatMessage, type ChatStatus, trimBlank } from "@neonrelay/contract";
import type { IrcEvent, SayRequest } from "@neonrelay/irc/client";
import { parseCtcp, parseFormatting, type Source, stripFormatting } from "@neonrelay/irc/protocol";
import { type ChatLine, foldName, toNick } from "../chat/chat-rules.ts";
import { cleanText } from "../logs/clean-text.ts";
import { WEB_HOST_SUFFIX } from "./web-identity.ts";

type MessageEvent = Extract<IrcEvent, { type: "message" }>;

/** A status line without its id and time, which the caller adds. */
export type StatusNews = ChatStatus extends infer Line
  ? Line extends unknown
    ? Omit<Line, "id" | "timestamp">
    : never
  : never;

export type Incoming =
  | { readonly kind: "line"; readonly line: ChatLine }
  | { readonly kind: "status"; readonly news: StatusNews }
  | { readonly kind: "nothing" };

interface IncomingSituation {
  readonly channel: string;
  /** Playback lines up to then are known, in ms since 1970; null: ignore all earlier messages. */
  readonly missedSinceMs: number | null;
  /** The chat name of a web chatter, by nick. */
  readonly chatNameOf: (nick: string) => string;
}

const nothing: Incoming = { kind: "nothing" };

/** Decides what of an IRC event the chat shows. */
export function decideIncoming(event: IrcEvent, situation: IncomingSituation): Incoming {
  const isOurs = (channel: string): boolean => foldName(channel) === foldName(situation.channel);
  const nameOf = (from: Source) => (isFromWeb(from) ? situation.chatNameOf(from.name) : from.name);
  switch (event.type) {
    case "message":
      return decideMessage(event, situation);
    case "join":
      return isOurs(event.channel) ? status({ kind: "joined", nick: nameOf(event.from) }) : nothing;
    case "part":
      return isOurs(event.channel)
        ? status({ kind: "left", nick: nameOf(event.from), reason: plain(event.reason) })
        : nothing;
    case "quit":
      if (!event.channels.some(isOurs)) return nothing;
      return event.isNetsplit
        ? status({ kind: "netsplit", count: 1 })
        : status({ kind: "quit", nick: nameOf(event.from), reason: plain(event.reason) });
    case "nick":
      return event.channels.some(isOurs)
        ? status({ kind: "renamed", nick: event.from, newNick: event.to })
        : nothing;
    case "kick":
      return isOurs(event.channel)
        ? status({
            kind: "kicked",
            nick: situation.chatNameOf(event.nick),
            by: event.by?.name ?? "",
            reason: plain(event.reason),
          })
        : nothing;
    case "topic":
      return isOurs(event.channel)
        ? status({ kind: "topic", by: event.by?.name ?? "", topic: plain(event.topic) })
        : nothing;
    case "mode":
      return isOurs(event.channel)
        ? status({ kind: "modes", by: event.by?.name ?? "", modes: describeModes(event.changes) })
        : nothing;
    case "state":
    case "channel":
    case "registered":
    case "joined":
    case "names":
    case "list-entry":
    case "away":
    case "account":
    case "sts-policy":
      return nothing;
    default:
      return event satisfies never;
  }
}

/** From a browser of this station: the chat already has it. */
export function isFromWeb(from: { readonly host?: string }): boolean {
  return from.host?.endsWith(WEB_HOST_SUFFIX) === true;
}

function decideMessage(event: MessageEvent, situation: IncomingSituation): Incoming {
  if (event.isOwn || event.isPrivate || isFromWeb(event.from)) return nothing;
  // The chat is public.
  if (event.isForRanks) return nothing;
  if (foldName(event.target) !== foldName(situation.channel)) return nothing;
  if (event.isPlayback && !isMissed(event, situation)) return nothing;
  // Queries between clients are not for people.
  if (parseCtcp(event.text) !== undefined) return nothing;
  const runs = parseFormatting(event.text).map((run) => ({ ...run, text: cleanText(run.text) }));
  const message = runs.map(({ text }) => text).join("");
  if (trimBlank(message) === "") return nothing;
  const isPlain = runs.length === 1 && runs.every((run) => Object.values(run).every(isText));
  return {
    kind: "line",
    line: {
      username: event.from.name,
      message,
      isBot: false,
      kind: event.kind === "privmsg" ? "message" : event.kind,
      origin: "irc",
      runs: isPlain ? null : runs,
    },
  };
}

/** Said while the bot was away. Undated lines, and lines from before its first visit, are not shown. */
function isMissed({ serverTimeMs }: MessageEvent, { missedSinceMs }: IncomingSituation): boolean {
  return serverTimeMs !== undefined && missedSinceMs !== null && serverTimeMs > missedSinceMs;
}

/** Neither a colour nor an active style. */
function isText(value: unknown): boolean {
  return typeof value === "string" || value === false;
}

function status(news: StatusNews): Incoming {
  return { kind: "status", news };
}

function plain(text: string): string {
  return cleanText(stripFormatting(text));
}

function describeModes(changes: Extract<IrcEvent, { type: "mode" }>["changes"]): string {
  const letters = changes.map(({ sign, mode }) => `${sign}${mode}`).join("");
  const params = changes.flatMap(({ kind, mode, param }) =>
    param === undefined ? [] : [kind === "setting" && mode === "k" ? "*" : plain(param)],
  );
  return [letters, ...params].join(" ");
}

/** Keeps a name from pinging the IRC user of that name; invisible. */
const ZERO_WIDTH_SPACE = "\u200B";

/** How the bot relays a web message on a network where web chatters have no users of their own. */
export function toRelay(
  { username, message, kind }: Pick<ChatMessage, "username" | "message" | "kind">,
  { channel, presentNicks }: { readonly channel: string; readonly presentNicks: readonly string[] },
): SayRequest {
  const isPresent = presentNicks.some((nick) => foldName(nick) === foldName(username));
  const shown = isPresent
    ? `${username.slice(0, 1)}${ZERO_WIDTH_SPACE}${username.slice(1)}`
    : username;
  const request = {
    channel,
    text: message,
    kind: "privmsg",
    lane: "relay",
    sender: foldName(username),
  } as const;
  return kind === "action"
    ? { ...request, prefix: `* ${shown} ` }
    : { ...request, prefix: `<${shown}> `, relayNick: toNick(username) };
}

/** A message of the bot's own. */
export function toStationSay(text: string, channel: string): SayRequest {
  return { channel, text, kind: "privmsg", prefix: "", lane: "reply", sender: "" };
}
