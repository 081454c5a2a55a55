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
      /** Retrying will most likely fail until someone changes something. */
      readonly needsAttention: boolean;
    }
  /** Nothing is tried again by itself: the network has banned us, or the server password is wrong. */
  | { readonly status: "stopped"; readonly reason: string }
  | { readonly status: "closed" };

export type ChannelState =
  | { readonly status: "joining" }
  | { readonly status: "joined" }
  | { readonly status: "waiting"; readonly reason: string; readonly untilMs: number }
  /** Kicked too often: an invitation, or `join`, brings us back. */
  | { readonly status: "out"; readonly reason: string };

/** Someone in a channel. */
export interface Member {
  readonly nick: string;
  /** Mode letters of the statuses held there, highest first. */
  readonly modes: string;
  readonly user: string | undefined;
  readonly host: string | undefined;
  /** Undefined: not logged in, or not told. */
  readonly account: string | undefined;
  readonly isAway: boolean;
}

export type MessageKind = "privmsg" | "notice" | "action";

/** What happened, in the order of the lines it was read from. */
export type IrcEvent =
  | { readonly type: "state"; readonly state: ClientState }
  | { readonly type: "channel"; readonly channel: string; readonly state: ChannelState }
  | { readonly type: "registered"; readonly nick: string; readonly account: string | undefined }
  /** We are in; its members are known. */
  | { readonly type: "joined"; readonly channel: string }
  /** All members of a channel, each time the server has told them all. */
  | { readonly type: "names"; readonly channel: string; readonly members: readonly Member[] }
  | {
      readonly type: "message";
      readonly kind: MessageKind;
      /** A channel; or our nick, or with isOwn another's, when it is private. */
      readonly target: string;
      readonly isPrivate: boolean;
      /** Said to the channel's operators or voiced alone, as `@#radio` is: private. */
      readonly isForRanks: boolean;
      readonly from: Source;
      readonly account: string | undefined;
      /** With formatting codes; of an action, without its wrapping. */
      readonly text: string;
      readonly msgid: string | undefined;
      /** When the server says it was said. Clocks differ: order by arrival. */
      readonly serverTimeMs: number | undefined;
      /** We said it: told once, by the server's echo where there is one. */
      readonly isOwn: boolean;
      /** An older message, new to us: show it, but never obey it. */
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
      /** Those of ours that they were in. */
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
  /** An entry of a list that we have asked for. */
  | { readonly type: "list-entry"; readonly channel: string; readonly entry: ListEntry }
  | { readonly type: "away"; readonly nick: string; readonly isAway: boolean }
  | { readonly type: "account"; readonly nick: string; readonly account: string | undefined }
  /** To be kept by the owner and given to the next client for this host; undefined takes it back. */
  | { readonly type: "sts-policy"; readonly policy: StsPolicy | undefined };
