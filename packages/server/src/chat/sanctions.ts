import type { Visitor } from "../identity/visitor.ts";
import type { Database } from "../database/database.ts";
import {
  deleteExpiredSanctions,
  deleteSanction,
  insertSanction,
  listSanctionRows,
} from "./sanction-store.ts";
import { isAgainst, isInForce, KICK_MS, type StoredSanction } from "./sanction-rules.ts";
import type { Restriction } from "../events/restriction.ts";

/** Sanctions kept; beyond it the oldest are no longer in force. */
const MAX_SANCTIONS = 10_000;
const MAX_KICKS = 1000;

type Person = Pick<StoredSanction, "visitorKey" | "browserKey" | "network">;

/** Mutes and bans, kept in memory because every message asks for them, and kicks; the database has the former. */
export interface Sanctions {
  /** What keeps a visitor from speaking: what also keeps them out goes first; null: nothing. */
  restrictionOf(visitor: Visitor): Restriction | null;
  /** In force, newest first. */
  list(): readonly StoredSanction[];
  /** Those that are over and still on a list of the channel on IRC. */
  over(): readonly StoredSanction[];
  add(sanction: StoredSanction): Promise<void>;
  /** @returns null when there is none by that id */
  remove(id: string): Promise<StoredSanction | null>;
  /** @returns the ban it is for the next half minute */
  kick(person: Person, by: Pick<Restriction, "by" | "reason">): Restriction;
}

/** @param nowMs in ms since 1970 */
export async function loadSanctions({
  database,
  nowMs,
}: {
  readonly database: Database;
  readonly nowMs: () => number;
}): Promise<Sanctions> {
  const { connection } = database;
  const now = new Date(nowMs());
  let stored = [...(await listSanctionRows(connection, { now, limit: MAX_SANCTIONS }))];
  let kicks: (Restriction & Person)[] = [];
  const isNow = (sanction: StoredSanction): boolean => isInForce(sanction, nowMs());
  const inForce = (): readonly StoredSanction[] => {
    stored = stored.filter((sanction) => sanction.ircMask !== null || isNow(sanction));
    return stored.filter(isNow);
  };
  return {
    list: inForce,
    over: () => stored.filter((sanction) => sanction.ircMask !== null && !isNow(sanction)),
    restrictionOf: (visitor) => {
      kicks = kicks.filter((kick) => isInForce(kick, nowMs()));
      const against = [...inForce(), ...kicks].filter((one) => isAgainst(one, visitor));
      return against.find(({ kind }) => kind !== "mute") ?? against[0] ?? null;
    },
    add: async (sanction) => {
      await deleteExpiredSanctions(connection, new Date(nowMs()));
      await insertSanction(connection, sanction);
      stored = [sanction, ...stored].slice(0, MAX_SANCTIONS);
    },
    remove: async (id) => {
      const sanction = stored.find((one) => one.id === id);
      if (sanction === undefined) return null;
      await deleteSanction(connection, id);
      stored = stored.filter((one) => one.id !== id);
      return sanction;
    },
    kick: (person, by) => {
      const kick = { ...person, ...by, kind: "kick", until: new Date(nowMs() + KICK_MS) } as const;
      kicks = [kick, ...kicks].slice(0, MAX_KICKS);
      return kick;
    },
  };
}
