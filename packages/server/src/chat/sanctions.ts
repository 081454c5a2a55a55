import type { Logger } from "@neonrelay/process/log";
import type { Visitor } from "../identity/visitor.ts";
import type { Database } from "../database/database.ts";
import {
  deleteExpiredSanctions,
  deleteOldestSanctions,
  deleteSanction,
  endSanction,
  insertSanction,
  listSanctionRows,
} from "./sanction-store.ts";
import { isAgainst, isInForce, type StoredKick, type StoredSanction } from "./sanction-rules.ts";
import type { Restriction } from "../events/station-events.ts";

/** Maximum number of sanctions; beyond it the oldest end. */
const MAX_SANCTIONS = 10_000;
const MAX_KICKS = 1000;

/** Mutes, bans and kicks: in memory because every message checks them, and in the database. */
export interface Sanctions {
  /** What forbids a visitor to speak; bans go first; null: nothing. */
  restrictionOf(visitor: Visitor): Restriction | null;
  /** In force, newest first. */
  list(): readonly StoredSanction[];
  /** Ended, but still on a list of the channel on IRC. */
  over(): readonly StoredSanction[];
  add(sanction: StoredSanction): Promise<void>;
  /**
   * Ends a sanction. One on a list of the channel on IRC is kept as ended until `forget`.
   * @returns null when none with that id is in force
   */
  end(id: string): Promise<StoredSanction | null>;
  /** An ended sanction was removed from the channel's IRC list. */
  forget(id: string): Promise<void>;
  /** Takes effect at once. Resolves when stored, or when the database takes no writes: then a restart forgets it. */
  kick(kick: StoredKick): Promise<void>;
}

/**
 * @param nowMs in ms since 1970
 * @param most sanctions kept
 */
export async function loadSanctions({
  database,
  log,
  nowMs,
  most = MAX_SANCTIONS,
}: {
  readonly database: Database;
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly most?: number;
}): Promise<Sanctions> {
  const { connection } = database;
  const now = new Date(nowMs());
  const rows = await listSanctionRows(connection, { now, limit: most + MAX_KICKS });
  let stored = rows.filter((row) => row.kind !== "kick");
  let kicks = rows.filter((row) => row.kind === "kick");
  const isNow = (sanction: StoredSanction): boolean => isInForce(sanction, nowMs());
  const inForce = (): readonly StoredSanction[] => {
    stored = stored.filter((sanction) => sanction.ircMask !== null || isNow(sanction));
    return stored.filter(isNow);
  };
  const forget = async (id: string): Promise<void> => {
    await deleteSanction(connection, id);
    stored = stored.filter((one) => one.id !== id);
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
      await deleteOldestSanctions(connection, most);
      stored = [sanction, ...stored].slice(0, most);
    },
    end: async (id) => {
      const sanction = inForce().find((one) => one.id === id);
      if (sanction === undefined) return null;
      if (sanction.ircMask === null) {
        await forget(id);
      } else {
        const until = new Date(nowMs());
        await endSanction(connection, { id, until });
        stored = stored.map((one) => (one.id === id ? { ...one, until } : one));
      }
      return sanction;
    },
    forget,
    kick: async (kick) => {
      kicks = [kick, ...kicks].slice(0, MAX_KICKS);
      try {
        await deleteExpiredSanctions(connection, new Date(nowMs()));
        await insertSanction(connection, kick);
      } catch (error) {
        log.warn({ error }, "a kick could not be stored; a restart forgets it");
      }
    },
  };
}
