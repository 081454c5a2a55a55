import { type Isupport, type Source, splitText, textBudgetBytes } from "../protocol/index.ts";

/** Maximum lines per text: more floods the readers. */
const MAX_LINES = 3;

/** The fate of a message. It is never resent automatically. */
export type Delivery =
  /** The server passed it on to the channel. */
  | {
      readonly kind: "confirmed";
      readonly msgid: string | undefined;
      readonly serverTimeMs: number | undefined;
    }
  /** Sent to a server that confirms nothing. */
  | {
      readonly kind: "sent";
      /** Why the server refused it after all, known within seconds; null if it did not. Never rejects. */
      readonly refusal: Promise<string | null>;
    }
  /** The server refused it, in its own words. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "not-delivered"; readonly reason: string };

/** The queue to use: our replies go before relayed messages. */
export type SayLane = "reply" | "relay";

/** Something to say. */
export interface SayRequest {
  /** A channel or a nick. */
  readonly channel: string;
  readonly text: string;
  readonly kind: "privmsg" | "notice" | "action";
  /** Put before each line, such as "<name> ". */
  readonly prefix: string;
  readonly lane: SayLane;
  /** The speaker: senders within a lane take turns. */
  readonly sender: string;
  /** Send under this name where the server allows it (RELAYMSG), without the prefix. */
  readonly relayNick?: string;
}

/** One line of a message, ready for the wire. */
export interface OutgoingLine {
  readonly command: "PRIVMSG" | "NOTICE" | "RELAYMSG";
  readonly params: readonly string[];
}

/** The source others will see, assuming the longest user and host the server may give us where unknown. */
function senderForBudget(
  me: Source,
  limits: { readonly userLen: number; readonly hostLen: number },
): { nick: string; user: string; host: string } {
  return {
    nick: me.name,
    user: me.user ?? "x".repeat(limits.userLen),
    host: me.host ?? "x".repeat(limits.hostLen),
  };
}

const ACTION_BYTES = Buffer.byteLength("\u0001ACTION \u0001");

/**
 * Cuts a message into lines that the server passes on uncut.
 * @param relaySeparator what separates a relayed nick from its network, when this server accepts RELAYMSG from us here
 */
export function composeLines({
  request,
  me,
  isupport,
  relaySeparator,
}: {
  readonly request: SayRequest;
  readonly me: Source;
  readonly isupport: Pick<Isupport, "userLen" | "hostLen">;
  readonly relaySeparator: string | undefined;
}):
  | { readonly kind: "lines"; readonly lines: readonly OutgoingLine[] }
  | { readonly kind: "refused"; readonly reason: string } {
  const relayAs =
    relaySeparator === undefined || request.relayNick === undefined
      ? undefined
      : `${request.relayNick}${relaySeparator}web`;
  const sender = senderForBudget(relayAs === undefined ? me : { name: relayAs }, isupport);
  const command =
    relayAs !== undefined ? "RELAYMSG" : request.kind === "notice" ? "NOTICE" : "PRIVMSG";
  const budget =
    textBudgetBytes({
      sender,
      // Others get a relayed line as PRIVMSG; ours carries the nick and no source.
      command,
      target: relayAs === undefined ? request.channel : `${request.channel} ${relayAs}`,
    }) - (request.kind === "action" ? ACTION_BYTES : 0);
  const prefix = relayAs === undefined ? request.prefix : "";
  if (budget - Buffer.byteLength(prefix) < 4)
    return { kind: "refused", reason: "the name leaves no room for the text" };
  // Only we may put CTCP delimiters on the wire.
  const text = request.text.replaceAll("\u0001", " ");
  const pieces = splitText({ text, prefix, maxBytes: budget });
  if (pieces.length > MAX_LINES) return { kind: "refused", reason: "the text is too long for IRC" };
  const lines = pieces.map((piece): OutgoingLine => {
    const wrapped = request.kind === "action" ? `\u0001ACTION ${piece}\u0001` : piece;
    return {
      command,
      params:
        relayAs === undefined ? [request.channel, wrapped] : [request.channel, relayAs, wrapped],
    };
  });
  return { kind: "lines", lines };
}
