import type { Schedule } from "../schedule/schedule.ts";
import type { PlanFrame, PlanSpan, PlannedClock } from "./plan-frames.ts";
import {
  dayBeforeOf,
  hourStartOf,
  type OffsetSpan,
  offsetSpanOf,
} from "../schedule/local-time-rules.ts";

/** The schedule a plan follows in addition to the playlists' turns. */
export interface StationSchedule {
  readonly spans: readonly PlanSpan[];
  readonly clocks: ReadonlyMap<string, PlannedClock>;
  /** Start of the local hour that contains a time. */
  readonly hourStart: (atMs: number) => number;
  /** The same local time of the day before. */
  readonly dayBefore: (atMs: number) => number;
}

/** The schedule in a span of time, as it is now. */
export function stationScheduleOf(
  schedule: Pick<Schedule, "timetable" | "contents" | "timeZone">,
  span: { readonly fromMs: number; readonly untilMs: number },
): StationSchedule {
  return {
    spans: schedule.timetable(span),
    clocks: schedule.contents.clocks,
    ...clockFace(schedule.timeZone),
  };
}

/** Whether anything is scheduled in the span. */
export function isScheduled({ spans }: StationSchedule): boolean {
  return spans.some(({ content }) => content.kind !== "turns");
}

/** Playlists used by shows and slots, and kinds of tracks used by slots. */
export function sourcesOf(frames: readonly PlanFrame[]): {
  readonly playlistIds: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
} {
  const playlistIds = new Set<string>();
  const kinds = new Set<string>();
  for (const { span, slots } of frames) {
    const { content } = span;
    if (content.kind === "playlist") playlistIds.add(content.playlistId);
    if (content.kind === "live" && content.fallbackPlaylistId !== null)
      playlistIds.add(content.fallbackPlaylistId);
    for (const slot of slots) {
      if (slot.content.kind === "content") kinds.add(slot.content.contentKind);
      if ("playlistId" in slot.content && slot.content.playlistId !== null)
        playlistIds.add(slot.content.playlistId);
    }
  }
  return { playlistIds, kinds };
}

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 4 * QUARTER_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Asks the time zone only around a change of its offset, once per quarter hour there: offsets only change on quarters.
 */
export function clockFace(timeZone: string): Pick<StationSchedule, "hourStart" | "dayBefore"> {
  const days = new Map<number, number>();
  let known: OffsetSpan | null = null;
  const spanAt = (atMs: number): OffsetSpan => {
    if (known === null || atMs < known.fromMs || atMs >= known.untilMs)
      known = offsetSpanOf(atMs, timeZone);
    return known;
  };
  return {
    hourStart: (atMs) => {
      const { offsetMs, fromMs } = spanAt(atMs);
      const hourMs = Math.floor((atMs + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
      return hourMs >= fromMs ? hourMs : hourStartOf(atMs, timeZone);
    },
    dayBefore: (atMs) => {
      // After the clocks go back, a local time occurs twice.
      if (atMs - 2 * DAY_MS >= spanAt(atMs).fromMs) return atMs - DAY_MS;
      const quarter = Math.floor(atMs / QUARTER_MS);
      const quarterMs = quarter * QUARTER_MS;
      const aheadMs = days.get(quarter) ?? quarterMs - dayBeforeOf(quarterMs, timeZone);
      days.set(quarter, aheadMs);
      return atMs - aheadMs;
    },
  };
}
