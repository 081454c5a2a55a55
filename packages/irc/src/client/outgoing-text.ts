import type { Source } from "../protocol/index.ts";

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
export function senderForBudget(
  me: Source,
  limits: { readonly userLen: number; readonly hostLen: number },
): { nick: string; user: string; host: string } {
  return {
    nick: me.name,
    user: me.user ?? "x".repeat(limits.userLen),
    host: me.host ?? "x".repeat(limits.hostLen),
  };
}
