import type { Clock, Holiday, Occurrence, ScheduleEntry, Scheduled } from "@neonrelay/contract";
import {
  coverageOf,
  decideOverlaps,
  listOccurrences,
  type Coverage,
  type OccurrenceTime,
} from "./occurrence-rules.ts";
import type { ScheduleChanges } from "./change-store.ts";
import { toPictureUrl } from "./show-views.ts";
import type { StoredShow } from "./show-store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** An occurrence that began up to a day earlier may take precedence. */
const AROUND_MS = DAY_MS;

/** The whole schedule at one moment. */
export interface ScheduleContents {
  readonly entries: readonly ScheduleEntry[];
  readonly holidays: readonly Holiday[];
  readonly shows: ReadonlyMap<string, StoredShow>;
  readonly clocks: ReadonlyMap<string, Clock>;
  readonly changes: ScheduleChanges;
}

type Known = ScheduleContents & { readonly timeZone: string };

export interface Times {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** An occurrence and the part of it that is on. */
export interface OnAirOccurrence extends Times {
  readonly occurrence: Occurrence;
}

/** Occurrences within a span, by start, with their overlaps. */
export function occurrencesOf(schedule: Known, { fromMs, untilMs }: Times): readonly Occurrence[] {
  const around = { fromMs: fromMs - AROUND_MS, untilMs: untilMs + AROUND_MS };
  const times = listOccurrences({ ...schedule, ...around });
  const coverage = coverageOf(times, decideOverlaps(times));
  return times
    .filter((each) => each.fromMs < untilMs && each.untilMs > fromMs)
    .map((each) => toOccurrence(schedule, each, coverage.get(each)));
}

/** The parts that are on during a span. */
export function onAirOf(schedule: Known, { fromMs, untilMs }: Times): readonly OnAirOccurrence[] {
  const around = { fromMs: fromMs - AROUND_MS, untilMs };
  const times = listOccurrences({ ...schedule, ...around });
  const parts = decideOverlaps(times);
  const coverage = coverageOf(times, parts);
  return parts
    .filter((part) => part.fromMs < untilMs && part.untilMs > fromMs)
    .map((part) => ({
      fromMs: part.fromMs,
      untilMs: part.untilMs,
      occurrence: toOccurrence(schedule, part.occurrence, coverage.get(part.occurrence)),
    }));
}

function toOccurrence(
  { shows, clocks }: Pick<Known, "shows" | "clocks">,
  { entry, date, fromMs, untilMs }: OccurrenceTime,
  { covered, coveredBy }: Coverage = { covered: "no", coveredBy: null },
): Occurrence {
  const { what } = entry;
  const show = what.kind === "show" ? shows.get(what.showId) : undefined;
  const clock = what.kind === "clock" ? clocks.get(what.clockId) : undefined;
  return {
    entryId: entry.id,
    date,
    startsAt: new Date(fromMs).toISOString(),
    endsAt: new Date(untilMs).toISOString(),
    show:
      show === undefined
        ? null
        : {
            id: show.id,
            name: show.name,
            slug: show.slug,
            color: show.color,
            pictureUrl: toPictureUrl(show),
            hosts: show.hosts.map(({ name }) => name),
          },
    clock: clock === undefined ? null : { id: clock.id, name: clock.name, color: clock.color },
    isLive: show?.content.kind === "live",
    covered,
    coveredBy: coveredBy === null ? null : nameOf({ shows, clocks }, coveredBy.entry.what),
  };
}

function nameOf(
  { shows, clocks }: Pick<Known, "shows" | "clocks">,
  what: Scheduled,
): string | null {
  const found = what.kind === "show" ? shows.get(what.showId) : clocks.get(what.clockId);
  return found?.name ?? null;
}
