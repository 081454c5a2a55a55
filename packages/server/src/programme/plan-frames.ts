import type {
  Clock,
  ClockSlot,
  LiveContent,
  ShowContent,
  SlotStart,
  WhileLive,
} from "@neonrelay/contract";

/** The fields of a clock that planning needs. */
export type PlannedClock = Pick<Clock, "id" | "name" | "isFilled" | "slots">;

/** The schedule's entry for a span of time. */
export interface PlanSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly entryId: string | null;
  readonly showId: string | null;
  readonly showName: string | null;
  readonly content: PlannedContent;
}

/** What plays during a show, as far as planning needs it. */
export type PlannedContent =
  | Exclude<ShowContent, LiveContent>
  | Pick<LiveContent, "kind" | "fallbackPlaylistId">;

/** A stretch of time filled in one way: a span, or the time between two timed slots of a clock's hour. */
export interface PlanFrame {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly span: PlanSpan;
  /** null: no clock. */
  readonly clock: PlannedClock | null;
  /** In order; the first is the timed slot that starts the frame, if any. */
  readonly slots: readonly ClockSlot[];
  /** How the first item begins. */
  readonly start: SlotStart["kind"];
  readonly whileLive: WhileLive;
  /** The latest start of its first item, which then fades out what is on air; null: it waits for a join. */
  readonly latestMs: number | null;
  /** Seconds from the start of the clock's hour; 0 without a clock. */
  readonly second: number;
}

interface FrameOptions {
  /** Contiguous, soonest first. */
  readonly spans: readonly PlanSpan[];
  readonly clocks: ReadonlyMap<string, PlannedClock>;
  /** Start of the local hour that contains this time. */
  readonly hourStart: (atMs: number) => number;
}

const HOUR_MS = 3_600_000;

/** Splits spans with a clock at each hour and each timed slot. The playlists' turns replace a deleted clock. */
export function planFrames({ spans, clocks, hourStart }: FrameOptions): readonly PlanFrame[] {
  return spans.flatMap((span) => {
    const clock = span.content.kind === "clock" ? clocks.get(span.content.clockId) : undefined;
    if (clock !== undefined) return clockFrames(span, clock, hourStart);
    const { fromMs, untilMs } = span;
    return [{ ...plainFrame, fromMs, untilMs, span }];
  });
}

const plainFrame = {
  clock: null,
  slots: [],
  start: "follow",
  whileLive: "wait",
  latestMs: null,
  second: 0,
} as const;

function clockFrames(
  span: PlanSpan,
  clock: PlannedClock,
  hourStart: FrameOptions["hourStart"],
): readonly PlanFrame[] {
  const frames: PlanFrame[] = [];
  const segments = segmentsOf(clock.slots);
  for (let hourMs = hourStart(span.fromMs); hourMs < span.untilMs;) {
    const nextHourMs = hourEnd(hourMs, hourStart);
    segments.forEach(({ second, slots }, index) => {
      const endMs = segments[index + 1]?.second;
      const fromMs = hourMs + second * 1000;
      const untilMs = Math.min(
        endMs === undefined ? nextHourMs : hourMs + endMs * 1000,
        nextHourMs,
        span.untilMs,
      );
      const [first] = slots;
      const start = first?.start ?? { kind: "follow" };
      const isLate = fromMs < span.fromMs;
      // A clock that begins within an hour skips earlier timed slots.
      const own = isLate && start.kind !== "follow" ? slots.slice(1) : slots;
      const begins = Math.max(fromMs, span.fromMs);
      if (begins >= untilMs) return;
      frames.push({
        fromMs: begins,
        untilMs,
        span,
        clock,
        slots: own,
        start: isLate ? "follow" : start.kind,
        whileLive: start.kind === "exact" || start.kind === "window" ? start.whileLive : "wait",
        latestMs: isLate ? null : latestOf(start, { hourMs, fromMs, untilMs }),
        second: Math.round((begins - hourMs) / 1000),
      });
    });
    hourMs = nextHourMs;
  }
  return frames;
}

/** A window ends within its frame. */
function latestOf(
  start: SlotStart,
  {
    hourMs,
    fromMs,
    untilMs,
  }: { readonly hourMs: number; readonly fromMs: number; readonly untilMs: number },
): number | null {
  switch (start.kind) {
    case "exact":
      return fromMs;
    case "window":
      return Math.max(Math.min(hourMs + start.untilSecond * 1000, untilMs - 1000), fromMs);
    case "soft":
    case "follow":
      return null;
    default:
      return start satisfies never;
  }
}

/** A local hour is shorter or longer where the zone's offset changes by less than an hour. */
function hourEnd(hourMs: number, hourStart: FrameOptions["hourStart"]): number {
  const next = hourStart(hourMs + HOUR_MS);
  return next > hourMs ? next : hourStart(hourMs + 2 * HOUR_MS);
}

interface Segment {
  readonly second: number;
  readonly slots: readonly ClockSlot[];
}

/** Each timed slot with the untimed ones after it, by time; slots before the first timed one come first. */
function segmentsOf(slots: readonly ClockSlot[]): readonly Segment[] {
  const segments: { second: number; slots: ClockSlot[] }[] = [{ second: 0, slots: [] }];
  for (const slot of slots) {
    if (slot.start.kind !== "follow") segments.push({ second: slot.start.second, slots: [slot] });
    else segments.at(-1)?.slots.push(slot);
  }
  return segments.toSorted((a, b) => a.second - b.second);
}
