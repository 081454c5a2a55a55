import type { Separation } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { NEAR_MS } from "./frame-walk.ts";
import type { PoolTracksById } from "./assemble-planner.ts";
import { makePlanner } from "./make-planner.ts";
import type { KnownTrack } from "./plan-input-store.ts";
import type { PlanPlace } from "./plan-fill.ts";
import type { PlannedClock } from "./plan-frames.ts";
import { noteSentence } from "./plan-words.ts";
import type { PlannedTrack, ProgrammePlanner } from "./programme-planner.ts";
import type { StationSchedule } from "./station-schedule.ts";

type TriedClock = Pick<PlannedClock, "isFilled" | "slots">;

export interface TriedHour {
  readonly items: readonly PlannedTrack[];
  /** Distance of the last join from the end of the hour, in ms; negative: before it. */
  readonly endsOffMs: number;
  /** Sentences. */
  readonly problems: readonly string[];
}

/** The rest of the station's state. */
export interface TrialBase {
  readonly separation: Separation;
  readonly tracks: ReadonlyMap<string, KnownTrack>;
  readonly poolTracks: PoolTracksById;
  /** The current plan; only its items before the hour count. */
  readonly before: readonly PlanPlace[];
  /** For local times. */
  readonly schedule: StationSchedule;
}

const HOUR_MS = 3_600_000;

/** Plans an hour with an unsaved clock. @returns null when there are no tracks at all */
export async function tryClock(
  connection: Connection,
  {
    clock,
    atMs,
    before,
    schedule,
    ...given
  }: TrialBase & {
    readonly clock: TriedClock;
    /** Any time within the hour. */
    readonly atMs: number;
  },
): Promise<TriedHour | null> {
  const fromMs = schedule.hourStart(atMs);
  const untilMs = schedule.hourStart(fromMs + HOUR_MS);
  const named = { ...clock, id: "tried", name: "this clock" };
  const noShow = { entryId: null, showId: null, showName: null } as const;
  const maker = await makePlanner(connection, {
    ...given,
    nowMs: Math.min(Date.now(), fromMs),
    seed: Math.floor(fromMs / HOUR_MS),
    schedule: {
      ...schedule,
      spans: [
        { fromMs, untilMs, ...noShow, content: { kind: "clock", clockId: "tried" } },
        { fromMs: untilMs, untilMs: untilMs + HOUR_MS, ...noShow, content: { kind: "turns" } },
      ],
      clocks: new Map([["tried", named]]),
    },
  });
  if (maker === null) return null;
  const { planner, playlistNames } = maker;
  for (const { track, startsAtMs, playlistId, playlistEntryId } of before) {
    const from = { playlistId, playlistEntryId, slotId: null };
    if (startsAtMs < fromMs) planner.record({ track, atMs: startsAtMs, ...from });
  }
  return tryHour(planner, {
    fromMs,
    untilMs,
    isFilled: clock.isFilled,
    nameOf: (id) => playlistNames.get(id) ?? "a deleted playlist",
  });
}

/** Plans from the start of an hour to the join nearest to its end. */
function tryHour(
  planner: Pick<ProgrammePlanner, "next" | "endOf">,
  {
    fromMs,
    untilMs,
    isFilled,
    nameOf,
  }: {
    readonly fromMs: number;
    readonly untilMs: number;
    readonly isFilled: boolean;
    /** Name of a playlist. */
    readonly nameOf: (playlistId: string) => string;
  },
): TriedHour | null {
  const items: PlannedTrack[] = [];
  const problems = new Set<string>();
  const lastMs = untilMs - (isFilled ? NEAR_MS : 0);
  let atMs = fromMs;
  while (atMs < lastMs) {
    const item = planner.next(atMs);
    if (item === null) break;
    items.push(item);
    for (const note of item.notes) problems.add(noteSentence(note));
    for (const id of item.reason.empty)
      problems.add(
        `“${nameOf(id)}” has no track that can be played, so the station's playlists fill in.`,
      );
    atMs = planner.endOf(item.track, atMs);
  }
  if (items.length === 0) return null;
  const endsOffMs = atMs - untilMs;
  const broken = items.filter(({ reason }) => reason.pick.gaveWay.length > 0).length;
  if (broken > 0)
    problems.add(
      `For ${broken === 1 ? "one track" : `${broken} tracks`} separation rules would have to be ignored.`,
    );
  if (isFilled && Math.abs(endsOffMs) > NEAR_MS)
    problems.add(
      `The hour can't be filled: its last track would end ${Math.round(Math.abs(endsOffMs) / 1000)} seconds ${endsOffMs > 0 ? "late" : "early"}.`,
    );
  return { items, endsOffMs, problems: [...problems] };
}
