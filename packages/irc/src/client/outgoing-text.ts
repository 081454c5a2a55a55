import type { Source } from "../protocol/index.ts";

/** What became of something said. It is never said again by itself. */
export type Delivery =
  /** The server has told it to the channel. */
  | {
      readonly kind: "confirmed";
      readonly msgid: string | undefined;
      readonly serverTimeMs: number | undefined;
    }
  /** It was sent; this server confirms nothing. */
  | {
      readonly kind: "sent";
      /** Why the server refused it after all, which it does within seconds; null when it did not. Never rejects. */
      readonly refusal: Promise<string | null>;
    }
  /** The server did not take it; the reason is its own. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "not-delivered"; readonly reason: string };

/** Which of the queues something is said through: answers of ours go before what others say through us. */
export type SayLane = "reply" | "relay";

/** Something to say. */
export interface SayRequest {
  /** A channel, or someone's nick. */
  readonly channel: string;
  readonly text: string;
  readonly kind: "privmsg" | "notice" | "action";
  /** Stands before each line of it, such as "<name> ". */
  readonly prefix: string;
  readonly lane: SayLane;
  /** Whose words they are: all senders of a lane take turns. */
  readonly sender: string;
  /** Said under this name where the server lets us (RELAYMSG), and then without the prefix. */
  readonly relayNick?: string;
}

/** One line of it, ready for the wire. */
export interface OutgoingLine {
  readonly command: "PRIVMSG" | "NOTICE" | "RELAYMSG";
  readonly params: readonly string[];
}

/** Who the line will be from, with the longest user and host a server may give us where they are not known. */
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
