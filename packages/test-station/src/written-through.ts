import { playlistSchema } from "@neonrelay/contract";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { Visitor } from "./test-station.ts";

/** Confirmed writes of a run. */
export interface Written {
  readonly confirmed: readonly string[];
  readonly statuses: ReadonlySet<number>;
  /** The answers to the others. */
  readonly refusals: readonly unknown[];
  /** Longest time between two confirmed writes, in ms. */
  readonly longestGapMs: number;
}

export interface Writing {
  /** Prefix of each name. */
  readonly label: string;
  /** Pause between two writes: the station's own minimum. */
  readonly paceMs: number;
  readonly write: (name: string) => Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Repeats a write until `signal` is aborted, each time with a new name, and records confirmations. */
export async function writeAllTheWhile(
  signal: AbortSignal,
  { label, paceMs, write }: Writing,
): Promise<Written> {
  const confirmed: string[] = [];
  const statuses = new Set<number>();
  const refusals: unknown[] = [];
  let longestGapMs = 0;
  let confirmedAtMs = performance.now();
  for (let index = 0; !signal.aborted; index += 1) {
    const name = `${label} ${index}`;
    const { status, body } = await write(name);
    statuses.add(status);
    if (status === 200) {
      confirmed.push(name);
      longestGapMs = Math.max(longestGapMs, performance.now() - confirmedAtMs);
      confirmedAtMs = performance.now();
    } else refusals.push(body);
    await delay(paceMs);
  }
  return { confirmed, statuses, refusals, longestGapMs };
}

/** Makes an empty playlist. */
export async function makePlaylist(operator: Visitor, name: string) {
  return await operator.call("POST", "/api/playlists", {
    name,
    description: "",
    order: "shuffled",
    turn: { kind: "off" },
    isSeparated: true,
    rule: null,
  });
}

export async function listPlaylists(operator: Visitor, label: string): Promise<readonly string[]> {
  const { body } = await operator.call("GET", "/api/playlists");
  const playlists = z.array(playlistSchema).parse(body);
  return playlists.map(({ name }) => name).filter((name) => name.startsWith(label));
}
