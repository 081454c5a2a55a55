import type { ServerLimits } from "./server-limits.ts";

/** Someone as observers see them. */
export interface Person {
  readonly nick: string;
  readonly username: string;
  readonly host: string;
  readonly account: string | undefined;
  /** Whether this is a user added by `addUser`. */
  readonly isVirtual: boolean;
  readonly isBot: boolean;
  readonly isOperator: boolean;
}

/** A member with the prefixes of their rank, "@", "+", "@+" or "". */
export interface Member extends Person {
  readonly prefix: string;
  readonly away: string | undefined;
}

export type MessageKind = "privmsg" | "notice" | "action";

/** Everything that happened on the server, in order, except messages between two users. */
export type IrcServerEvent =
  | {
      readonly type: "message";
      readonly channel: string;
      readonly kind: MessageKind;
      readonly text: string;
      readonly messageId: string;
      readonly atMs: number;
      readonly from: Member;
      /** Name on another network, when `from` relayed it from there. */
      readonly relayedNick: string | undefined;
    }
  | { readonly type: "joined"; readonly channel: string; readonly who: Member }
  | {
      readonly type: "parted";
      readonly channel: string;
      readonly who: Person;
      readonly reason: string;
    }
  | {
      readonly type: "quit";
      readonly channels: readonly string[];
      readonly who: Person;
      readonly reason: string;
    }
  | {
      readonly type: "kicked";
      readonly channel: string;
      readonly who: Person;
      readonly by: Member;
      readonly reason: string;
    }
  | {
      readonly type: "topic";
      readonly channel: string;
      readonly topic: string;
      readonly by: Member;
    }
  | {
      readonly type: "modes";
      readonly channel: string;
      /** As params of MODE after the channel. */
      readonly changes: readonly string[];
      readonly by: Member;
    }
  | { readonly type: "renamed"; readonly oldNick: string; readonly who: Person }
  /** A server operator did something no channel sees. */
  | {
      readonly type: "operated";
      readonly who: Person & { readonly accountId: string | undefined };
      readonly deed: OperatorDeed;
    }
  | { readonly type: "away"; readonly who: Person; readonly away: string | undefined };

/** Actions only server operators may take. */
export type OperatorDeed =
  /** Became a server operator. */
  | { readonly kind: "rank" }
  | { readonly kind: "kill"; readonly nick: string; readonly reason: string }
  /** @property minutes 0: until lifted */
  | {
      readonly kind: "ban";
      readonly mask: string;
      readonly reason: string;
      readonly minutes: number;
    }
  | { readonly kind: "unban"; readonly mask: string }
  | { readonly kind: "reread" };

/** Where a page of history begins or ends. */
export type HistoryReference = { readonly messageId: string } | { readonly atMs: number };

/** A CHATHISTORY query. Both ends are exclusive; `limit` is already capped. */
export type HistoryQuery = {
  readonly channel: string;
  readonly limit: number;
  readonly signal: AbortSignal;
} & (
  | { readonly kind: "latest"; readonly after: HistoryReference | undefined }
  | { readonly kind: "before" | "after" | "around"; readonly reference: HistoryReference }
  /** From the first reference towards the second, which may be the older one. */
  | { readonly kind: "between"; readonly from: HistoryReference; readonly to: HistoryReference }
);

export interface HistoryLine {
  readonly messageId: string;
  readonly atMs: number;
  readonly kind: MessageKind;
  readonly text: string;
  readonly from: {
    readonly nick: string;
    readonly username: string;
    readonly host: string;
    readonly account: string | undefined;
  };
}

export type LoginOutcome =
  | {
      readonly kind: "accepted";
      /** The owner's own id for the account, stable across renames. Clients never see it. */
      readonly accountId: string;
      /** Its name, as clients see it. */
      readonly account: string;
      /** May become a server operator by OPER; login alone is not enough. */
      readonly mayOperate: boolean;
      /** Becomes operator of registered channels on joining, and can't be kept out of them. */
      readonly keepsChannels: boolean;
    }
  | { readonly kind: "refused" };

/** The current state of an account someone is logged in to. */
export type AccountReview =
  | { readonly kind: "ended" }
  | {
      readonly kind: "valid";
      readonly account: string;
      readonly mayOperate: boolean;
      readonly keepsChannels: boolean;
    };

/** Identity of a client of this process. */
export interface ProcessLogin {
  /** As shown to others. */
  readonly host: string;
  readonly accountId: string;
  readonly account: string;
  readonly keepsChannels: boolean;
}

/** Someone on the server as only its owner sees them. */
export interface Identity {
  readonly nick: string;
  readonly username: string;
  readonly host: string;
  /** undefined: not logged in. */
  readonly accountId: string | undefined;
  /** undefined: a user of this process. */
  readonly address: string | undefined;
}

export interface RegisteredChannel {
  readonly name: string;
  /** The default until one is set. */
  readonly topic: string;
  /** As stored by the owner; undefined: none yet, which means `+nt`. */
  readonly settings: ChannelSettings | undefined;
  /** Initial list entries. */
  readonly masks: readonly ChannelMask[];
}

/** Operators' channel settings, for the owner to keep across restarts. */
export interface ChannelSettings {
  /** undefined: never set. The text is "" once removed. */
  readonly topic:
    | { readonly text: string; readonly setBy: string; readonly setAtMs: number }
    | undefined;
  /** Letters of modes without a value, such as "nt". */
  readonly flags: string;
  readonly key: string | undefined;
  readonly userLimit: number | undefined;
}

/** An entry of a channel list: a ban, a ban exception, or an invite exception. */
export interface ChannelMask {
  readonly mode: "b" | "e" | "I";
  readonly mask: string;
  readonly setBy: string;
  readonly setAtMs: number;
}

/** A certificate and its key, PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A mask that bars clients from the server. */
export interface ServerBan {
  /** `user@host`, with the address or the cloaked host. */
  readonly mask: string;
  readonly reason: string;
  readonly setBy: string;
  readonly setAtMs: number;
  /** undefined: until lifted. */
  readonly untilMs: number | undefined;
}

export interface ListenAddress {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** undefined: without TLS. */
  readonly tls: Certificate | undefined;
}

/** A user who wants a nick, or holds it and is checked again because their account changed. */
interface NickAsker {
  readonly accountId: string | undefined;
  /** undefined: before the welcome. */
  readonly currentNick: string | undefined;
}

export interface PersonRestriction {
  readonly kind: "mute" | "ban";
  /** Sent to the user concerned. */
  readonly words: string;
}

export interface IrcServerOptions {
  /** Must contain a dot: that is how clients tell servers from nicks. */
  readonly name: string;
  readonly network: string;
  readonly listen: readonly ListenAddress[];
  /** Starts without a port that another process still holds, and takes it once free. */
  readonly waitsForPorts: boolean;
  /** Required of every client if set. */
  readonly password: string | undefined;
  /** Key of the hash that replaces addresses. */
  readonly cloakSecret: string;
  /** Lines of the message of the day. */
  readonly motd: readonly string[];
  readonly adminEmail: string;
  readonly channels: readonly RegisteredChannel[];
  /** As stored by the owner. */
  readonly bans: readonly ServerBan[];
  readonly limits: ServerLimits;
  /** Whether a client from this address may log in without TLS: beyond this machine others can read the password. */
  readonly mayLogInPlain: (address: string) => boolean;
  /** SASL PLAIN; undefined offers no accounts. The signal aborts after `limits.answerWithinMs`. */
  readonly authenticate:
    | ((login: {
        readonly account: string;
        readonly password: string;
        readonly address: string;
        readonly signal: AbortSignal;
      }) => Promise<LoginOutcome>)
    | undefined;
  /**
   * Lines of a registered channel, oldest first; undefined offers no CHATHISTORY. The server has checked that the asker
   * may read them.
   */
  readonly history: ((query: HistoryQuery) => Promise<readonly HistoryLine[]>) | undefined;
  /** Why they may not have this nick, in words, or undefined. Not called for virtual users. */
  readonly refuseNick: (nick: string, asker: NickAsker) => string | undefined;
  /**
   * The owner's restriction on a user without a rank in its channels: may not speak, or may not join either; null:
   * none. Not called for virtual users.
   */
  readonly restrict: (person: Identity) => PersonRestriction | null;
  /** Reloads whatever the owner can renew; returns what failed, in words, or null. undefined: nothing to reload. */
  readonly rehash: (() => Promise<string | null>) | undefined;
  readonly observe: (event: IrcServerEvent) => void;
  /** Reports a failure in the server or in something it called; the server continues. */
  readonly reportError: (error: unknown, doing: string) => void;
  readonly nowMs: () => number;
}
