import { drawLot } from "./playlist-pool.ts";
import { NEAR_MS } from "./frame-walk.ts";
import { planFrames, type PlanFrame } from "./plan-frames.ts";
import type { KnownTrack } from "./plan-input-store.ts";
import type { StationSchedule } from "./station-schedule.ts";
import { findBroken } from "./test-separation-monitor.ts";
import { measureSpins, type Evenness } from "./test-spins.ts";
import {
  indexFrom,
  layOut,
  planStation,
  type SimulatedPlay,
  type StationPlanner,
} from "./test-station-planner.ts";
import type { MadeUpStation } from "./test-station-week.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** An exact item that begins later than this counts as late. */
const LATE_MS = 250;
/** Interval at which the plan is remade from past plays. */
const MAKE_MS = 12 * HOUR_MS;
/** Interval of listeners' requests, and the maximum number waiting. */
const REQUEST_MS = 5 * MINUTE_MS;
const MAX_WAITING = 12;
/** A track on air this recently can't be requested. */
const REQUEST_REST_MS = 4 * HOUR_MS;

interface SimulationFigures {
  readonly items: number;
  readonly requests: number;
  readonly liveShows: Readonly<Record<VisitKind, number>>;
  readonly exactItems: number;
  readonly exactMissed: number;
  readonly exactLate: number;
  /** Exact items whose time came while a DJ overran: they wait, as scheduled. */
  readonly exactBehindDjs: number;
  readonly filledHours: number;
  readonly notFilled: number;
  /** Items for which another track of the playlist would have satisfied every rule. */
  readonly brokenInVain: number;
  readonly evenness: Evenness;
}

interface SimulatedTime {
  readonly fromMs: number;
  readonly days: number;
  readonly timeZone: string;
  readonly seed: number;
}

/** Runs the plan on a simulated clock, with requests and DJs, and counts violations of its rules. */
export function simulate(station: MadeUpStation, time: SimulatedTime): SimulationFigures {
  const { fromMs, days } = time;
  const untilMs = fromMs + days * DAY_MS;
  const schedule = layOut(station, { ...time, days: days + 1 });
  const visits = visitsOf(schedule, time.seed);
  const plays = broadcast(station, { ...time, untilMs, schedule, visits });
  const frames = planFrames(schedule).filter(
    (frame) => frame.fromMs > fromMs && frame.untilMs < untilMs,
  );
  const hasDj = (atMs: number) =>
    visits.some((visit) => visit.fromMs <= atMs && atMs < visit.untilMs);
  const exact = frames.filter(({ start }) => start === "exact");
  const free = exact.filter((frame) => !hasDj(frame.fromMs));
  const lateMs = free.map((frame) => lateOf(frame, plays));
  const filled = frames.filter((frame) => frame.clock?.isFilled === true && !hasDj(frame.untilMs));
  const kinds = visits.map(({ kind }) => kind);
  const countOf = (kind: VisitKind) => kinds.filter((each) => each === kind).length;
  return {
    items: plays.length,
    requests: plays.filter(({ isRequest }) => isRequest).length,
    liveShows: {
      early: countOf("early"),
      late: countOf("late"),
      absent: countOf("absent"),
      overrun: countOf("overrun"),
    },
    exactItems: exact.length,
    exactMissed: lateMs.filter((ms) => ms === Infinity).length,
    exactLate: lateMs.filter((ms) => ms !== Infinity && ms > LATE_MS).length,
    exactBehindDjs: exact.length - free.length,
    filledHours: filled.length,
    notFilled: countNotFilled(filled, plays),
    brokenInVain: findBroken(station, { plays, dayBefore: schedule.dayBefore }).length,
    evenness: measureSpins(station, { plays, fromMs, untilMs }),
  };
}

/** How a live show's DJ behaves: comes early, and is on air from the show's start; late; not at all; or overruns. */
type VisitKind = "early" | "late" | "absent" | "overrun";
const visitKinds: readonly VisitKind[] = ["early", "late", "absent", "overrun"];

/** A DJ's time on air. */
interface Visit {
  readonly kind: VisitKind;
  readonly fromMs: number;
  readonly untilMs: number;
}

function visitsOf({ spans }: StationSchedule, seed: number): readonly Visit[] {
  return spans
    .filter(({ content }) => content.kind === "live")
    .map(({ fromMs, untilMs }) => {
      const kind = visitKinds[drawLot(seed, `DJ at ${fromMs}`, 0) % visitKinds.length] ?? "absent";
      return {
        kind,
        fromMs: kind === "late" ? Math.min(fromMs + 12 * MINUTE_MS, untilMs) : fromMs,
        untilMs: kind === "absent" ? fromMs : untilMs + (kind === "overrun" ? 4 * MINUTE_MS : 0),
      };
    });
}

function broadcast(
  station: MadeUpStation,
  {
    fromMs,
    untilMs,
    schedule,
    visits,
    seed,
  }: SimulatedTime & {
    readonly untilMs: number;
    readonly schedule: StationSchedule;
    readonly visits: readonly Visit[];
  },
): readonly SimulatedPlay[] {
  const plays: SimulatedPlay[] = [];
  const requests = requestsOf(station, { fromMs, seed, plays });
  let made: StationPlanner | null = null;
  let makeMs = fromMs;
  let visit = 0;
  for (let atMs = fromMs; atMs < untilMs;) {
    while ((visits[visit]?.untilMs ?? Infinity) <= atMs) visit += 1;
    const dj = visits[visit];
    if (dj !== undefined && dj.fromMs <= atMs) {
      atMs = dj.untilMs;
      continue;
    }
    if (made === null || atMs >= makeMs) {
      const makerSeed = Math.floor(atMs / MAKE_MS);
      made = planStation(station, { schedule, nowMs: atMs, seed: makerSeed, plays, before: made });
      makeMs = atMs + MAKE_MS;
    }
    const { planner } = made;
    const { frame, slot, isFirst } = planner.expect(atMs);
    const isOpen =
      slot === null ? frame?.clock === null && !isFirst : slot.content.kind === "requests";
    const request = isOpen ? requests.next(atMs) : null;
    const slotId = slot?.id ?? null;
    if (request !== null)
      planner.record({ track: request, atMs, playlistId: null, playlistEntryId: null, slotId });
    const planned = request === null ? planner.next(atMs) : null;
    const track = request ?? (planned === null ? undefined : made.tracks.get(planned.track.id));
    if (track === undefined) break;
    planner.settle();
    const { playlistId, isFitted } = planned?.reason ?? { playlistId: null, isFitted: false };
    plays.push({ track, atMs, playlistId, slotId, isRequest: request !== null, isFitted });
    atMs = Math.min(planner.endOf(track, atMs), dj?.fromMs ?? Infinity);
  }
  return plays;
}

/** Requests at a constant rate; those that can't be played yet wait. */
function requestsOf(
  { tracks }: MadeUpStation,
  {
    fromMs,
    seed,
    plays,
  }: { readonly fromMs: number; readonly seed: number; readonly plays: readonly SimulatedPlay[] },
) {
  const music = tracks.filter(({ isRotated }) => isRotated);
  let asked = 0;
  let waiting = 0;
  let heardMs = fromMs;
  const isRested = (track: KnownTrack, atMs: number): boolean => {
    const recent = plays.slice(indexFrom(plays, atMs - REQUEST_REST_MS));
    return recent.every(
      (play) => !play.track.artistKeys.some((key) => track.artistKeys.includes(key)),
    );
  };
  return {
    /** The next request; null when none is waiting. */
    next: (atMs: number): KnownTrack | null => {
      const came = Math.floor((atMs - heardMs) / REQUEST_MS);
      heardMs += came * REQUEST_MS;
      waiting = Math.min(waiting + came, MAX_WAITING);
      if (waiting === 0) return null;
      waiting -= 1;
      for (;;) {
        asked += 1;
        const track = music[drawLot(seed, `request ${asked}`, 0) % music.length];
        if (track === undefined) return null;
        if (isRested(track, atMs)) return track;
      }
    },
  };
}

/** How late the first item of a frame began; Infinity: something else was on air. */
function lateOf({ fromMs, slots: [first] }: PlanFrame, plays: readonly SimulatedPlay[]): number {
  const play = plays[indexFrom(plays, fromMs)];
  return play === undefined || play.slotId !== first?.id ? Infinity : play.atMs - fromMs;
}

/** Frames without a track that ends close to their end. */
function countNotFilled(frames: readonly PlanFrame[], plays: readonly SimulatedPlay[]): number {
  const ends = plays.map(({ atMs, track }) => atMs + track.lengthMs);
  let index = 0;
  return frames.filter(({ untilMs }) => {
    while ((ends[index] ?? Infinity) < untilMs - NEAR_MS) index += 1;
    return (ends[index] ?? Infinity) > untilMs + NEAR_MS;
  }).length;
}
