import type { LiveContent } from "@neonrelay/contract";
import { MAX_LIVE_SLOTS, type LiveSlot } from "@neonrelay/on-air/protocol";
import { clockFaceOf, localTimeOf } from "./local-time-rules.ts";
import type { Times } from "./place-occurrences.ts";
import type { StoredShow } from "./show-store.ts";
import type { TimetableSpan } from "./timetable.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** An entry lasts at most a day, and its hosts may overrun by up to an hour. */
const BEFORE_MS = 26 * HOUR_MS;
/** How long ended slots are kept, since on-air may not have seen their end yet. */
const KEPT_MS = HOUR_MS;
const AHEAD_MS = 7 * 24 * HOUR_MS;

/** The span of the schedule that affects live slots now: the last one may begin at the end of the week. */
export function slotTimes(nowMs: number): Times {
  return { fromMs: nowMs - BEFORE_MS, untilMs: nowMs + AHEAD_MS + BEFORE_MS };
}

/** A live slot and its show. */
export interface ShowSlot extends LiveSlot {
  readonly show: StoredShow;
}

/**
 * The live shows of the coming week, soonest first. A show interrupted by something with precedence is split into
 * parts.
 * @param spans from `slotTimes`
 */
export function liveSlots({
  spans,
  shows,
  timeZone,
  nowMs,
}: {
  readonly spans: readonly TimetableSpan[];
  readonly shows: ReadonlyMap<string, StoredShow>;
  readonly timeZone: string;
  readonly nowMs: number;
}): readonly ShowSlot[] {
  return spans
    .flatMap((span) => {
      const show = span.showId === null ? undefined : shows.get(span.showId);
      return span.content.kind === "live" && show !== undefined
        ? toSlot(span, { show, content: span.content, timeZone })
        : [];
    })
    .filter(
      ({ fromMs, overrunUntilMs }) => fromMs < nowMs + AHEAD_MS && overrunUntilMs > nowMs - KEPT_MS,
    )
    .slice(0, MAX_LIVE_SLOTS);
}

function toSlot(
  { entryId, fromMs, untilMs }: TimetableSpan,
  {
    show,
    content,
    timeZone,
  }: {
    readonly show: StoredShow;
    readonly content: LiveContent;
    readonly timeZone: string;
  },
): ShowSlot {
  const opensMs = fromMs - content.opensMinutesBefore * MINUTE_MS;
  return {
    show,
    slotId: `${entryId} ${fromMs}`,
    showName: show.name,
    fromMs,
    untilMs,
    opensMs,
    graceUntilMs: Math.min(fromMs + content.graceMinutes * MINUTE_MS, untilMs),
    overrunUntilMs: untilMs + content.overrunMinutes * MINUTE_MS,
    hostIds: show.hosts.map(({ id }) => id),
    admits: content.admits,
    words: {
      opens: localTimeOf(opensMs, timeZone).replace("T", " ").slice(0, "2027-03-01 19:45".length),
      begins: clockFaceOf(fromMs, timeZone),
      ends: clockFaceOf(untilMs, timeZone),
    },
  };
}
