import {
  foldName,
  type IrcMessage,
  isSameName,
  parseCtcp,
  parseMessage,
  serialiseMessage,
  type Source,
} from "../protocol/index.ts";
import type { Batches } from "./batches.ts";
import type { MessageKind } from "./client-event.ts";
import { Confirmations } from "./confirmations.ts";
import type { Letter } from "./letter.ts";
import type { SeenMessages } from "./seen-messages.ts";
import type { SessionContext } from "./session-context.ts";
import { Timers } from "./timers.ts";

const CHECK_INTERVAL_MS = 15_000;
const MAX_MISSED = 100;
/**
 * Numerics that only answer a text: no such nick, can't send (+m, +n, a ban), colours (+c), only for registered nicks
 * (+M, +R), no CTCP (+C).
 */
const TEXT_REFUSALS: ReadonlySet<string> = new Set([
  "401",
  "404",
  "408",
  "415",
  "477",
  "486",
  "492",
  "494",
  "531",
  "716",
]);
/** Numerics that some servers also use for a text, with the commands they normally answer. */
const COMMON_REFUSALS: ReadonlyMap<string, readonly string[]> = new Map([
  ["437", ["JOIN", "NICK"]],
  ["482", ["INVITE", "KICK", "MODE", "TOPIC"]],
]);
const COMMONLY_REFUSED: ReadonlySet<string> = new Set([...COMMON_REFUSALS.values()].flat());
/** Servers answer a command within this time. */
const ANSWERED_WITHIN_MS = 10_000;

/** Messages on one connection: from others, from us, and the fate of ours. */
export class Conversation {
  readonly #context: SessionContext;
  readonly #batches: Batches;
  readonly #seen: SeenMessages;
  readonly #timers: Timers;
  readonly #confirmations = new Confirmations((name) => this.#fold(name));
  /** Our commands that a common refusal may answer, oldest first. */
  #commands: readonly (IrcMessage & { readonly sentAtMs: number })[] = [];
  /** Channels that refused our RELAYMSG. */
  readonly #refusedRelays = new Set<string>();

  constructor(context: SessionContext, batches: Batches, seen: SeenMessages) {
    this.#context = context;
    this.#batches = batches;
    this.#seen = seen;
    this.#timers = new Timers(context.options.clock);
  }

  receive(message: IrcMessage): void {
    const { command, params, tags } = message;
    const label = tags.get("label") ?? this.#batches.of(message).label;
    if (command === "PRIVMSG" || command === "NOTICE") this.#passOn(message, label);
    else if (command === "FAIL" || /^[45]\d\d$/.test(command)) {
      const target = command === "FAIL" ? (params[2] ?? "") : (params[1] ?? "");
      const isAboutText =
        TEXT_REFUSALS.has(command) ||
        params[0] === "RELAYMSG" ||
        (COMMON_REFUSALS.has(command) && !this.#answersCommand(command, target));
      if (label === undefined && !isAboutText) return;
      this.#confirmations.expire(this.#context.options.clock.nowMs());
      const refused = this.#confirmations.refuse(label, target, params.at(-1) ?? command);
      if (refused?.command === "RELAYMSG") this.#refusedRelays.add(this.#fold(refused.params[0]));
    }
  }

  /** Called for every line we send. */
  recordSent(line: string): void {
    const message = parseMessage(line);
    if (message === undefined || !COMMONLY_REFUSED.has(message.command)) return;
    const sentAtMs = this.#context.options.clock.nowMs();
    this.#commands = [...this.#recentCommands(), { ...message, sentAtMs }];
  }

  /** Separator between a relayed nick and its network, if RELAYMSG is worth a try here. */
  relaySeparator(channel: string): string | undefined {
    const separators = this.#context.capabilities.get("draft/relaymsg");
    if (separators === undefined || this.#refusedRelays.has(this.#fold(channel))) return undefined;
    return separators.charAt(0) || "/";
  }

  /** Serialises a line for sending now, and waits for its echo if one will come. */
  write(letter: Letter, index: number): string {
    const { capabilities, options } = this.#context;
    const line = letter.lines[index];
    if (line === undefined) throw new RangeError("a message has no such line");
    if (!capabilities.has("echo-message")) {
      this.#confirmations.addUnechoed(letter, line, options.clock.nowMs());
      if (!this.#timers.isRunning("confirmations")) this.#checkLater();
      letter.sendLine();
      this.#reportOwn(letter, line.params.at(-1) ?? "");
      return serialiseMessage(line);
    }
    const label = this.#confirmations.add(letter, line, options.clock.nowMs());
    if (!this.#timers.isRunning("confirmations")) this.#checkLater();
    const hasLabels = capabilities.has("labeled-response") && capabilities.has("batch");
    return serialiseMessage(hasLabels ? { ...line, tags: new Map([["label", label]]) } : line);
  }

  /** Requests the messages of a channel that we missed. */
  askForMissed(channel: string): void {
    const { capabilities, isupport, send } = this.#context;
    const lastMs = this.#seen.lastMs(this.#fold(channel));
    if (lastMs === undefined || !capabilities.has("draft/chathistory")) return;
    const most = isupport.chatHistory === 0 ? MAX_MISSED : isupport.chatHistory;
    // More messages may share that millisecond; known ones are not reported again.
    const since = `timestamp=${new Date(lastMs - 1).toISOString()}`;
    send("CHATHISTORY", "LATEST", channel, since, String(Math.min(most, MAX_MISSED)));
  }

  close(reason: string): void {
    this.#timers.close();
    this.#confirmations.failAll(reason);
  }

  #recentCommands() {
    const sinceMs = this.#context.options.clock.nowMs() - ANSWERED_WITHIN_MS;
    return this.#commands.filter(({ sentAtMs }) => sentAtMs > sinceMs);
  }

  /** Whether a refusal answers a command rather than a text to the same target. Each command is refused once. */
  #answersCommand(numeric: string, target: string): boolean {
    const recent = this.#recentCommands();
    const isOfTarget = (param: string) => this.#fold(param) === this.#fold(target);
    const refused = recent.find(
      ({ command, params }) =>
        COMMON_REFUSALS.get(numeric)?.includes(command) === true &&
        // A ban in one of our channels can block a nick change.
        (command === "NICK" || params.some(isOfTarget)),
    );
    this.#commands = recent.filter((command) => command !== refused);
    return refused !== undefined;
  }

  #checkLater(): void {
    this.#timers.start("confirmations", CHECK_INTERVAL_MS, () => {
      this.#confirmations.expire(this.#context.options.clock.nowMs());
      if (this.#confirmations.size > 0) this.#checkLater();
    });
  }

  #passOn(message: IrcMessage, label: string | undefined): void {
    const { me, emit } = this.#context;
    const { source, tags } = message;
    const { target, isForRanks } = this.#readTarget(message.params[0] ?? "");
    const said = readSaid(message);
    // Servers address "*" before we have a nick.
    if (source === undefined || said === undefined || target === "*") return;
    const isMe = (nick: string) => isSameName(nick, me.name, this.#context.isupport.casemapping);
    const isOwn = isMe(source.name) || isMe(tags.get("draft/relaymsg") ?? "");
    const { isPlayback } = this.#batches.of(message);
    const msgid = tags.get("msgid");
    const serverTimeMs = readTime(tags.get("time"));
    if (isOwn && !isPlayback) this.#confirmations.confirm({ label, target, msgid, serverTimeMs });
    if (!this.#seen.add({ target: this.#fold(target), msgid, serverTimeMs, isPlayback })) return;
    emit({
      type: "message",
      ...said,
      target,
      isPrivate: !this.#isChannel(target),
      isForRanks,
      from: source,
      account: tags.get("account"),
      msgid,
      serverTimeMs,
      isOwn,
      isPlayback,
    });
  }

  /** Reports our own message on sending, when the server does not echo. */
  #reportOwn(letter: Letter, text: string): void {
    const { me, account, emit } = this.#context;
    const { channel, kind } = letter.request;
    emit({
      type: "message",
      kind,
      target: channel,
      isPrivate: !this.#isChannel(channel),
      isForRanks: false,
      from: me satisfies Source,
      account,
      text: kind === "action" ? (parseCtcp(text)?.text ?? text) : text,
      msgid: undefined,
      serverTimeMs: undefined,
      isOwn: true,
      isPlayback: false,
    });
  }

  /** `@#radio` addresses the operators of #radio, even where 005 lacks STATUSMSG. */
  #readTarget(target: string): { readonly target: string; readonly isForRanks: boolean } {
    const { statusMsg, prefix } = this.#context.isupport;
    const signs = statusMsg + prefix.map(({ sign }) => sign).join("");
    let bare = target;
    while (bare !== "" && signs.includes(bare.charAt(0))) bare = bare.slice(1);
    const isForRanks = bare !== target && this.#isChannel(bare);
    return { target: isForRanks ? bare : target, isForRanks };
  }

  #isChannel(name: string): boolean {
    return name !== "" && this.#context.isupport.chanTypes.includes(name.charAt(0));
  }

  #fold(name: string | undefined): string {
    return foldName(name ?? "", this.#context.isupport.casemapping);
  }
}

/** @returns undefined for CTCP other than ACTION, which we never answer */
function readSaid(message: IrcMessage): { kind: MessageKind; text: string } | undefined {
  const text = message.params[1] ?? "";
  const ctcp = parseCtcp(text);
  if (ctcp?.command === "ACTION") return { kind: "action", text: ctcp.text };
  if (text.startsWith("\u0001")) return undefined;
  return { kind: message.command === "NOTICE" ? "notice" : "privmsg", text };
}

function readTime(time: string | undefined): number | undefined {
  const timeMs = Date.parse(time ?? "");
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
