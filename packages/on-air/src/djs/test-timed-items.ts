/** Timed items of the plan for tests, and what the journal says of them. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { expect } from "vitest";
import type {
  AiredPlay,
  OnAirEvent,
  PlanItem,
  PlanStart,
  PlayableTrack,
} from "../protocol/index.ts";

/** How far from its second an exact item may start. */
export const EXACT_MS = 250;
/** How long before its time an item is sent: the engine may be five seconds ahead of what is heard. */
export const AHEAD_MS = 10_000;

type ExactStart = Extract<PlanStart, { readonly kind: "exact" }>;

/** A track whose file is named after its title. */
export function timedTrack(folder: string, title: string): PlayableTrack {
  const text = { title, artist: "Test", album: null, albumArtist: null, genre: null };
  const place = { discNumber: null, trackNumber: null };
  const sound = { durationMs: null, gainDb: 0, cues: null };
  const file = path.join(folder, `${title}.flac`);
  return { kind: "file", trackId: randomUUID(), path: file, ...text, ...place, ...sound };
}

/** The track as an exact item of the plan, this many ms from now. */
export function exactItemIn(
  track: PlayableTrack,
  ms: number,
  overrides: Partial<ExactStart> = {},
): { readonly atMs: number; readonly item: PlanItem } {
  const usual = { kind: "exact", fromMs: null, graceMs: 60_000, whileLive: "wait" } as const;
  const start = { ...usual, atMs: Date.now() + ms, ...overrides };
  return { atMs: start.atMs, item: { ...track, itemId: randomUUID(), start } };
}

/** Waits until the item is on air. */
export async function startOf(
  journal: { readonly events: readonly OnAirEvent[] },
  { itemId }: PlanItem,
): Promise<AiredPlay> {
  const find = (): AiredPlay | undefined =>
    journal.events
      .flatMap((event) => (event.type === "play.started" ? [event.play] : []))
      .find((play) => play.itemId === itemId);
  await expect.poll(find).toBeDefined();
  const play = find();
  if (play === undefined) throw new Error("it has not begun");
  return play;
}
