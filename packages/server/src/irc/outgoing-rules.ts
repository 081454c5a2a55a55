import type { ChatMessage } from "@neonrelay/contract";
import type { SayRequest } from "@neonrelay/irc/client";
import { foldName, toNick } from "../chat/chat-rules.ts";

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
