import type { User } from "./user.ts";

export const flagModes = ["i", "m", "n", "s", "t", "C"] as const;
export type FlagMode = (typeof flagModes)[number];
/** Bans, exceptions to them, and masks that need no invitation. */
export const listModes = ["b", "e", "I"] as const;
export type ListMode = (typeof listModes)[number];

export interface Membership {
  isOperator: boolean;
  isVoiced: boolean;
}

export interface Topic {
  readonly text: string;
  /** A nick, or the server's name. */
  readonly setBy: string;
  readonly setAtMs: number;
}

export interface ListEntry {
  readonly mask: string;
  readonly setBy: string;
  readonly setAtMs: number;
}

/** A channel. One that is registered stays when its last member leaves. */
export interface Channel {
  readonly name: string;
  readonly createdAtMs: number;
  readonly isRegistered: boolean;
  topic: Topic | undefined;
  readonly flags: Set<FlagMode>;
  key: string | undefined;
  userLimit: number | undefined;
  readonly members: Map<User, Membership>;
  readonly lists: Readonly<Record<ListMode, ListEntry[]>>;
  readonly invited: Set<User>;
}

export function createChannel(options: {
  readonly name: string;
  readonly createdAtMs: number;
  readonly isRegistered: boolean;
  readonly flags: Iterable<FlagMode>;
  readonly topic: Topic | undefined;
}): Channel {
  return {
    ...options,
    flags: new Set(options.flags),
    key: undefined,
    userLimit: undefined,
    members: new Map(),
    lists: { b: [], e: [], I: [] },
    invited: new Set(),
  };
}

/** The prefixes of a member, highest first; all of them only for multi-prefix. */
export function prefixOf(membership: Membership | undefined, isMulti: boolean): string {
  const operator = membership?.isOperator === true ? "@" : "";
  const voice = membership?.isVoiced === true ? "+" : "";
  return isMulti || operator === "" ? operator + voice : operator;
}
