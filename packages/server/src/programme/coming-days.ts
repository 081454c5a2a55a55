import { COMING_DAYS } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import { addDays, localDateOf, momentOf } from "../schedule/local-time-rules.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { AiredProblem } from "./analysis-rules.ts";
import { makePlanner } from "./make-planner.ts";
import { type PlanEntry, toNewEntry } from "./plan-entry.ts";
import { type PlanFrame, planFrames } from "./plan-frames.ts";
import type { KnownTrack } from "./plan-input-store.ts";
import { BEFORE_MS, type PlanUpdater } from "./plan-updater.ts";
import { sourcesOf } from "./station-schedule.ts";
import { createWorkSlices } from "./small-steps.ts";
import { NEAR_MS } from "./frame-walk.ts";

const HOUR_MS = 3_600_000;
/** A week of one-minute tracks. */
const MAX_ITEMS = 10_080;
/** While the plan is unchanged, a result only ages. */
const KEPT_MS = 10 * 60_000;

/** The programme of the coming days: the plan, then a forecast of how it would continue. */
export interface ComingProgramme {
  readonly items: readonly PlanEntry[];
  /** How many of the items are in the plan. */
  readonly plannedCount: number;
  /** false: planning took too long and ends early. */
  readonly isWhole: boolean;
  readonly tracks: ReadonlyMap<string, KnownTrack>;
  /** What the schedule's shows and clocks use. */
  readonly sources: ReturnType<typeof sourcesOf>;
  /** Times of filled clocks that no choice of tracks can fill. */
  readonly unfilled: readonly AiredProblem[];
}

interface ComingParts {
  readonly database: Database;
  readonly plan: Pick<PlanUpdater, "trialBase">;
  readonly schedule: Schedule;
  readonly events: StationEvents;
}

/**
 * Forecasts the coming days on demand, in small pieces between other work. The result is cached until one of its inputs
 * changes.
 */
export class ComingDays {
  readonly #parts: ComingParts;
  readonly #closing = new AbortController();
  readonly #unsubscribe: () => void;
  #kept: { readonly untilMs: number; readonly outcome: Promise<ComingProgramme> } | null = null;

  constructor(parts: ComingParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.events.subscribe(({ type }) => {
      if (
        type === "plan.changed" ||
        type === "playlists.changed" ||
        type === "schedule.changed" ||
        type === "settings.changed" ||
        type === "library.changed"
      )
        this.#kept = null;
    });
  }

  /** Forecasts to the end of the last coming day. */
  async load(): Promise<ComingProgramme> {
    const kept = this.#kept;
    if (kept !== null && performance.now() < kept.untilMs) return await kept.outcome;
    const outcome = this.#workOut();
    const made = { untilMs: performance.now() + KEPT_MS, outcome };
    this.#kept = made;
    try {
      return await outcome;
    } catch (error) {
      if (this.#kept === made) this.#kept = null;
      throw error;
    }
  }

  /** The available dates, starting today. */
  dates(nowMs: number): readonly string[] {
    const today = localDateOf(nowMs, this.#parts.schedule.timeZone);
    return Array.from({ length: COMING_DAYS }, (_, day) => addDays(today, day));
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#closing.abort();
    await this.#kept?.outcome.catch(() => {}); // the caller of `load` gets the error
  }

  async #workOut(): Promise<ComingProgramme> {
    const { database, plan, schedule } = this.#parts;
    const nowMs = Date.now();
    const today = localDateOf(nowMs, schedule.timeZone);
    const untilMs = momentOf(`${addDays(today, COMING_DAYS)}T00:00`, schedule.timeZone);
    // The clock after the end determines how the last hour ends.
    const base = await plan.trialBase({ fromMs: nowMs - BEFORE_MS, untilMs: untilMs + HOUR_MS });
    const { before, tracks } = base;
    const frames = planFrames(base.schedule);
    const nothing = { tracks, sources: sourcesOf(frames), unfilled: [] };
    const seed = Math.floor(nowMs / HOUR_MS);
    const maker = await makePlanner(database.connection, { ...base, nowMs, seed });
    if (maker === null) return { ...nothing, items: [], plannedCount: 0, isWhole: true };
    const { planner, playlistNames } = maker;
    const slices = createWorkSlices({ signal: this.#closing.signal });
    const items: PlanEntry[] = [...before];
    let atMs = nowMs;
    for (const { track, startsAtMs, playlistId, playlistEntryId, place } of before) {
      const from = { playlistId, playlistEntryId, slotId: place.slotId };
      planner.record({ track, atMs: startsAtMs, ...from });
      atMs = planner.endOf(track, startsAtMs);
    }
    let isWhole = true;
    while (atMs < untilMs && isWhole) {
      isWhole = items.length < MAX_ITEMS && (await slices.goOn());
      const item = isWhole ? planner.next(atMs) : null;
      if (item === null) break;
      items.push(toNewEntry(item, (id) => playlistNames.get(id)));
      atMs = planner.endOf(item.track, atMs);
      // Nothing is undone here, so no undo state is kept.
      planner.settle();
    }
    const unfilled = unfilledHours(frames, items);
    return { ...nothing, items, plannedCount: before.length, isWhole, unfilled };
  }
}

/** Times of filled clocks at which no track ends closely: sound would be cut off, or the join falls elsewhere. */
export function unfilledHours(
  frames: readonly PlanFrame[],
  /** Soonest first. */
  items: readonly { readonly startsAtMs: number; readonly track: { readonly lengthMs: number } }[],
): readonly AiredProblem[] {
  const ends = items.map(({ startsAtMs, track }) => startsAtMs + track.lengthMs);
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return [];
  let index = 0;
  return frames.flatMap(({ untilMs, fromMs, clock, span, slots }) => {
    if (clock?.isFilled !== true || fromMs < first.startsAtMs || untilMs > last.startsAtMs)
      return [];
    while ((ends[index] ?? Infinity) < untilMs - NEAR_MS) index += 1;
    const after = (ends[index] ?? Infinity) - untilMs;
    if (after <= NEAR_MS) return [];
    const seconds = Math.round(after / 1000);
    const { showId, showName } = span;
    return {
      atMs: untilMs,
      sentence: `No choice of tracks of “${clock.name}” ends near its next time: the last one would run ${minuteWords(seconds)} past it.`,
      show: showId === null ? null : { id: showId, name: showName ?? "" },
      clock: { id: clock.id, name: clock.name },
      slotId: slots.at(-1)?.id ?? null,
      playlist: null,
    };
  });
}

/** Rounded, so that identical problems get identical words. */
function minuteWords(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? "about a minute" : `about ${minutes} minutes`;
}
