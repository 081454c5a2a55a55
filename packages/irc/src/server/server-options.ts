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

/** What happened on the server, in order, except messages between two users. */
export type IrcServerEvent =
  | {
      readonly type: "message";
      readonly channel: string;
      readonly kind: MessageKind;
      readonly text: string;
      readonly messageId: string;
      readonly atMs: number;
      readonly from: Member;
      /** Name on another network, when it was relayed from there by `from`. */
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
      /** As params of MODE behind the channel. */
      readonly changes: readonly string[];
      readonly by: Member;
    }
  | { readonly type: "renamed"; readonly oldNick: string; readonly who: Person }
  /** A server operator did something that no channel sees. */
  | {
      readonly type: "operated";
      readonly who: Person & { readonly accountId: string | undefined };
      readonly deed: OperatorDeed;
    }
  | { readonly type: "away"; readonly who: Person; readonly away: string | undefined };

/** What only server operators may. */
export type OperatorDeed =
  /** Became one. */
  | { readonly kind: "rank" }
  | { readonly kind: "kill"; readonly nick: string; readonly reason: string }
  /** @property minutes 0: until it is lifted */
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

/** What CHATHISTORY asks for. Ends are not part of the page; `limit` is already within bounds. */
export type HistoryQuery = {
  readonly channel: string;
  readonly limit: number;
  readonly signal: AbortSignal;
} & (
  | { readonly kind: "latest"; readonly after: HistoryReference | undefined }
  | { readonly kind: "before" | "after" | "around"; readonly reference: HistoryReference }
  /** From the first reference on, towards the second, which may be the older one. */
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
      /** What the owner knows the account by, whatever it is called. Clients never see it. */
      readonly accountId: string;
      /** Its name, as clients see it. */
      readonly account: string;
      /** Becomes a server operator by OPER, and not by logging in. */
      readonly mayOperate: boolean;
      /** Becomes operator of registered channels on joining, and can't be kept out of them. */
      readonly keepsChannels: boolean;
    }
  | { readonly kind: "refused" };

/** What has become of an account that someone is logged in to. */
export type AccountReview =
  | { readonly kind: "ended" }
  | {
      readonly kind: "valid";
      readonly account: string;
      readonly mayOperate: boolean;
      readonly keepsChannels: boolean;
    };

/** Who a client of this process is. */
export interface ProcessLogin {
  /** As others see it. */
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
  /** The default until it is set. */
  readonly topic: string;
  /** As the owner stored them; undefined: none yet, which is `+nt`. */
  readonly settings: ChannelSettings | undefined;
  /** What is on its lists from the start. */
  readonly masks: readonly ChannelMask[];
}

/** What operators have made of a channel, for its owner to keep over a restart. */
export interface ChannelSettings {
  /** undefined: never set. The text is "" when it was removed. */
  readonly topic:
    | { readonly text: string; readonly setBy: string; readonly setAtMs: number }
    | undefined;
  /** Letters of modes without a value, such as "nt". */
  readonly flags: string;
  readonly key: string | undefined;
  readonly userLimit: number | undefined;
}

/** An entry of a list of a channel: a ban, an exception to bans, or who needs no invitation. */
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

/** A mask that keeps clients off the server. */
export interface ServerBan {
  /** `user@host`, of the address or of the host that is shown in its place. */
  readonly mask: string;
  readonly reason: string;
  readonly setBy: string;
  readonly setAtMs: number;
  /** undefined: until it is lifted. */
  readonly untilMs: number | undefined;
}

export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** undefined listens in the clear. */
  readonly tls: Certificate | undefined;
}

/** Who wants a nick, or has it and is asked about again because their account changed. */
interface NickAsker {
  readonly accountId: string | undefined;
  /** undefined: not welcomed yet. */
  readonly currentNick: string | undefined;
}

export interface PersonRestriction {
  readonly kind: "mute" | "ban";
  /** Sent to the user it is about. */
  readonly words: string;
}

export interface IrcServerOptions {
  /** Must hold a dot: clients tell servers from nicks by it. */
  readonly name: string;
  readonly network: string;
  readonly listen: readonly ListenAddress[];
  /** Starts without a port that another process still has, and takes it once that lets go of it. */
  readonly waitsForPorts: boolean;
  /** Asked of every client when given. */
  readonly password: string | undefined;
  /** Key of the hash that stands in place of addresses. */
  readonly cloakSecret: string;
  /** Lines of the message of the day. */
  readonly motd: readonly string[];
  readonly adminEmail: string;
  readonly channels: readonly RegisteredChannel[];
  /** As the owner stored them. */
  readonly bans: readonly ServerBan[];
  readonly limits: ServerLimits;
  /** Whether someone from there may log in without TLS: beyond this machine others can read the password. */
  readonly mayLogInPlain: (address: string) => boolean;
  /** SASL PLAIN; undefined offers no accounts. It may be asked for `limits.answerWithinMs`, then the signal aborts. */
  readonly authenticate:
    | ((login: {
        readonly account: string;
        readonly password: string;
        readonly address: string;
        readonly signal: AbortSignal;
      }) => Promise<LoginOutcome>)
    | undefined;
  /** Lines of a registered channel, oldest first; undefined offers no CHATHISTORY. The asker may read them. */
  readonly history: ((query: HistoryQuery) => Promise<readonly HistoryLine[]>) | undefined;
  /** Why this nick is not for them, in words, or undefined. Not asked about virtual users. */
  readonly refuseNick: (nick: string, asker: NickAsker) => string | undefined;
  /**
   * What the owner keeps a user without a rank from doing in its channels: from speaking, or
   * also from coming in; null: nothing. Not asked about virtual users.
   */
  readonly restrict: (person: Identity) => PersonRestriction | null;
  /** Reads again what the owner can renew; answers with what failed, in words, or null. undefined: there is nothing. */
  readonly rehash: (() => Promise<string | null>) | undefined;
  readonly observe: (event: IrcServerEvent) => void;
  /** Told what failed in the server or in what it asks of others; it goes on. */
  readonly reportError: (error: unknown, doing: string) => void;
  readonly nowMs: () => number;
}
