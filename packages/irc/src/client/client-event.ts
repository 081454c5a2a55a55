import type { ModeChange, Source } from "../protocol/index.ts";
import type { ListEntry } from "./mute-rules.ts";
import type { StsPolicy } from "./sts-rules.ts";

export type ClientState =
  | { readonly status: "connecting" }
  | { readonly status: "registering" }
  | { readonly status: "registered"; readonly nick: string; readonly network: string | undefined }
  | {
      readonly status: "waiting";
      /** In words, for people. */
      readonly reason: string;
      readonly untilMs: number;
      /** Retrying will probably fail until someone changes something. */
      readonly needsAttention: boolean;
    }
  /** No more automatic retries: the network has banned us, or the server password is wrong. */
  | { readonly status: "stopped"; readonly reason: string }
  | { readonly status: "closed" };

export type ChannelState =
  | { readonly status: "joining" }
  | { readonly status: "joined" }
  | { readonly status: "waiting"; readonly reason: string; readonly untilMs: number }
  /** Kicked too often; an invitation or `join` brings us back. */
  | { readonly status: "out"; readonly reason: string };

/** A channel member. */
export interface Member {
  readonly nick: string;
  /** Mode letters of their statuses, highest first. */
  readonly modes: string;
  readonly user: string | undefined;
  readonly host: string | undefined;
  /** undefined: not logged in, or unknown. */
  readonly account: string | undefined;
  readonly isAway: boolean;
}

export type MessageKind = "privmsg" | "notice" | "action";

/** What happened, in the order of the lines received. */
export type IrcEvent =
  | { readonly type: "state"; readonly state: ClientState }
  | { readonly type: "channel"; readonly channel: string; readonly state: ChannelState }
  | { readonly type: "registered"; readonly nick: string; readonly account: string | undefined }
  /** We are in and know the members. */
  | { readonly type: "joined"; readonly channel: string }
  /** The complete member list of a channel, each time the server has sent it. */
  | { readonly type: "names"; readonly channel: string; readonly members: readonly Member[] }
  | {
      readonly type: "message";
      readonly kind: MessageKind;
      /** A channel, or for private messages our nick (with isOwn, the other's). */
      readonly target: string;
      readonly isPrivate: boolean;
      /** Addressed only to the channel's operators or voiced users, as `@#radio`: private. */
      readonly isForRanks: boolean;
      readonly from: Source;
      readonly account: string | undefined;
      /** With formatting codes; for an action, without the CTCP wrapper. */
      readonly text: string;
      readonly msgid: string | undefined;
      /** The server's timestamp. Clocks differ: order by arrival. */
      readonly serverTimeMs: number | undefined;
      /** Ours: reported once, on the server's echo where there is one. */
      readonly isOwn: boolean;
      /** An older message that is new to us: show it, but never act on it. */
      readonly isPlayback: boolean;
    }
  | {
      readonly type: "join";
      readonly channel: string;
      readonly from: Source;
      readonly account: string | undefined;
    }
  | {
      readonly type: "part";
      readonly channel: string;
      readonly from: Source;
      readonly reason: string;
    }
  | {
      readonly type: "kick";
      readonly channel: string;
      readonly nick: string;
      readonly by: Source | undefined;
      readonly reason: string;
    }
  | {
      readonly type: "quit";
      readonly from: Source;
      /** Channels of ours that they were in. */
      readonly channels: readonly string[];
      readonly reason: string;
      readonly isNetsplit: boolean;
    }
  | {
      readonly type: "nick";
      readonly from: string;
      readonly to: string;
      readonly channels: readonly string[];
      readonly isOwn: boolean;
    }
  | {
      readonly type: "topic";
      readonly channel: string;
      readonly topic: string;
      readonly by: Source | undefined;
    }
  | {
      readonly type: "mode";
      readonly channel: string;
      readonly by: Source | undefined;
      readonly changes: readonly ModeChange[];
    }
  /** An entry of a list we requested. */
  | { readonly type: "list-entry"; readonly channel: string; readonly entry: ListEntry }
  | { readonly type: "away"; readonly nick: string; readonly isAway: boolean }
  | { readonly type: "account"; readonly nick: string; readonly account: string | undefined }
  /** For the owner to store and pass to the next client for this host; undefined revokes it. */
  | { readonly type: "sts-policy"; readonly policy: StsPolicy | undefined };
