import type { ClockSlot, SlotContent, WhileLive } from "@neonrelay/contract";
import { chooseFill, type FillCandidate, type FillPlace, type FillTarget } from "./fill-rules.ts";
import {
  createFrameWalk,
  type Expected,
  type FrameWalk,
  type PlanNote,
  type ScheduleView,
} from "./frame-walk.ts";
import type { PlanFrame } from "./plan-frames.ts";
import type { ChoiceReason, ChosenTrack, FitTrack, PlaceRule, Planner } from "./planner.ts";
import type { Candidate, CandidateReach } from "./pool-pick.ts";
import type { PlanTrack } from "./recent-plays.ts";

/** How an item of the plan begins: at a join, or at a time. */
export type ItemStart =
  | { readonly kind: "follow" }
  | { readonly kind: "soft"; readonly fromMs: number; readonly untilMs: number | null }
  | { readonly kind: "exact"; readonly atMs: number; readonly whileLive: WhileLive }
  | {
      readonly kind: "window";
      readonly fromMs: number;
      readonly untilMs: number;
      readonly whileLive: WhileLive;
    };

/** The position of an item in the schedule. */
export interface ItemPlace {
  readonly entryId: string | null;
  readonly show: { readonly id: string; readonly name: string } | null;
  readonly clock: { readonly id: string; readonly name: string } | null;
  readonly slotId: string | null;
  readonly start: ItemStart;
}

export interface PlannedTrack extends ChosenTrack {
  readonly place: ItemPlace;
  /** Deviations from the schedule before this item. */
  readonly notes: readonly PlanNote[];
}

/** Plans tracks one after another by the schedule and its clocks, and elsewhere by the playlists' turns. */
export interface ProgrammePlanner {
  /** The track to begin at this time; null when there are no tracks at all. */
  next(startsAtMs: number): PlannedTrack | null;
  /** What the schedule wants at a join then, to check items already planned. */
  readonly expect: (atMs: number) => Expected;
  /** Whether a rule that has not given way excludes an item from its planned place. */
  isBlocked(play: Parameters<Planner["isBlocked"]>[0], expected: Expected): boolean;
  /** Records a track that was chosen before. @returns notes on what was skipped before it */
  record(
    play: Parameters<Planner["record"]>[0] & { readonly slotId: string | null },
  ): readonly PlanNote[];
  /** The end of a track that begins then: an exact item fades it out. */
  endOf(track: PlanTrack, atMs: number): number;
  /** Positions the walk through the clock after a play that is already recorded. */
  resume(play: {
    /** undefined: no longer in the library. */
    readonly track: PlanTrack | undefined;
    readonly atMs: number;
    readonly slotId: string | null;
  }): void;
  /** The view of the schedule from the last play on air, as opposed to the end of the plan. */
  readonly settled: ScheduleView;
  takeBack(): void;
  settle(): void;
}

interface ProgrammeOptions {
  /** Contiguous, soonest first. */
  readonly frames: readonly PlanFrame[];
  readonly planner: Planner;
  readonly tracks: ReadonlyMap<string, PlanTrack>;
}

/** Pseudo-playlist for a slot that plays any track of a kind. */
export const kindPlaylistId = (kind: string): string => `kind ${kind}`;

const noPick: ChoiceReason["pick"] = {
  considered: 1,
  keptOut: { track: 0, title: 0, artist: 0, album: 0, hour: 0 },
  gaveWay: [],
  nearest: [],
};

export function createProgrammePlanner(options: ProgrammeOptions): ProgrammePlanner {
  const { frames, planner, tracks } = options;
  const isOpen = ({ content }: ClockSlot): boolean => {
    // When it has no tracks of its own, the turns stand in for requests.
    if (content.kind === "requests") return true;
    return content.kind === "track"
      ? tracks.has(content.trackId)
      : planner.hasTracks(sourceOf(content) ?? "");
  };
  const isJingle = ({ content }: ClockSlot): boolean => {
    if (content.kind === "track") return tracks.get(content.trackId)?.contentKind === "jingle";
    return content.kind === "content"
      ? content.contentKind === "jingle"
      : planner.isOfJingles(sourceOf(content) ?? "");
  };
  const walk = createFrameWalk({ frames, isOpen, isJingle });
  return {
    isBlocked: (play, { slot }) =>
      slot?.content.kind !== "track" &&
      planner.isBlocked(
        slot === null ? play : { ...play, playlistId: sourceOf(slot.content) ?? play.playlistId },
      ),
    expect: walk.expect,
    next: (startsAtMs) => {
      const { notes, ...expected } = walk.enter(startsAtMs);
      const fit = () => fitTrack(options, { walk, atMs: startsAtMs, target: expected.target });
      const chosen = chooseTrack(options, { startsAtMs, expected, fit });
      if (chosen === null) return null;
      walk.give(expected.slot?.id ?? null, chosen.track);
      return { ...chosen, place: placeOf(expected), notes };
    },
    record: ({ slotId, ...play }) => {
      const { notes } = walk.enter(play.atMs);
      planner.record(play);
      walk.give(slotId, play.track);
      return notes;
    },
    resume: ({ atMs, slotId, track }) => {
      walk.enter(atMs);
      walk.give(slotId, track);
      walk.settle();
    },
    settled: walk.settled,
    endOf: (track, atMs) => Math.min(atMs + track.lengthMs, walk.nextExactMs(atMs)),
    takeBack: () => {
      planner.takeBack();
      walk.takeBack();
    },
    settle: () => {
      planner.settle();
      walk.settle();
    },
  };
}

/** The playlist of a slot; null for a fixed track, and for requests with the turns standing in. */
function sourceOf(content: SlotContent): string | null {
  if (content.kind === "track") return null;
  return content.kind === "content" ? kindPlaylistId(content.contentKind) : content.playlistId;
}

function chooseTrack(
  { planner, tracks }: ProgrammeOptions,
  {
    startsAtMs,
    expected: { frame, slot },
    fit,
  }: {
    readonly startsAtMs: number;
    readonly expected: Expected;
    readonly fit: FitTrack;
  },
): ChosenTrack | null {
  const ownTrack = slot?.content.kind === "track" ? tracks.get(slot.content.trackId) : undefined;
  if (ownTrack !== undefined) {
    const from = { playlistId: null, playlistEntryId: null };
    planner.record({ track: ownTrack, atMs: startsAtMs, ...from });
    const own = { rule: "slot", ...from, empty: [], pick: noPick } as const;
    return { startsAtMs, track: ownTrack, reason: { ...own, isFitted: false } };
  }
  const source = slot === null ? null : sourceOf(slot.content);
  const rule = ruleOf(slot);
  const wanted = source === null ? contentSource(frame) : { playlistId: source, rule };
  const byTurns = (empty: readonly string[]): ChosenTrack | null => {
    const chosen = planner.next(startsAtMs, fit);
    if (chosen === null) return null;
    const { reason } = chosen;
    // A track that is due anyway, such as a jingle after every four tracks, does not stand in for a request.
    const isStandIn = reason.rule === "weight" || reason.rule === "library";
    const told = rule === "requests" && isStandIn ? { rule } : {};
    return { ...chosen, reason: { ...reason, ...told, empty: [...empty, ...reason.empty] } };
  };
  if (wanted === null) return byTurns([]);
  const { playlistId } = wanted;
  const chosen = planner.nextOf(playlistId, { startsAtMs, rule: wanted.rule, empty: [], fit });
  return chosen ?? byTurns([playlistId]);
}

function ruleOf(slot: ClockSlot | null): PlaceRule {
  const kind = slot?.content.kind;
  return kind === "break" || kind === "requests" ? kind : "slot";
}

/** The playlist of a show, or its fallback while no host is on air; null: the playlists' turns. */
function contentSource(
  frame: PlanFrame | null,
): { readonly playlistId: string; readonly rule: "playlist" | "fallback" } | null {
  const content = frame?.span.content;
  if (content?.kind === "playlist") return { playlistId: content.playlistId, rule: "playlist" };
  return content?.kind === "live" && content.fallbackPlaylistId !== null
    ? { playlistId: content.fallbackPlaylistId, rule: "fallback" }
    : null;
}

/** A track that helps a join hit the next time of the clock; null: none does, or that time is far off. */
function fitTrack(
  { planner, tracks }: ProgrammeOptions,
  {
    walk,
    atMs,
    target,
  }: {
    readonly walk: FrameWalk;
    readonly atMs: number;
    readonly target: FillTarget | null;
  },
): PlanTrack | null {
  if (target === null || target.remainingMs > FARTHEST_MS) return null;
  const slots = walk.coming(MAX_FITTED);
  const near = slots.map(candidatesFrom("near"));
  const reachMs = near.reduce((sum, place) => sum + meanLength(place), 0);
  if (target.remainingMs > reachMs) return null;
  const choice = chooseFrom(near);
  if (choice !== null) return choice.track;
  // Tracks that an earlier choice counted on may no longer qualify: up to two tracks may come from further away.
  const far = slots.map(candidatesFrom("far"));
  const attempts = [...far.map((place, last) => [...near.slice(0, last), place]), far.slice(0, 2)];
  const farther = attempts.flatMap((places) => chooseFrom(places) ?? []);
  return farther.toSorted((a, b) => a.cost - b.cost)[0]?.track ?? null;

  function chooseFrom(
    places: readonly FillPlace[],
  ): { readonly track: PlanTrack; readonly cost: number } | null {
    const choice = target === null ? null : chooseFill({ ...target, places, isSeparated: true });
    const track = tracks.get(places[0]?.[choice?.index ?? 0]?.id ?? "");
    return choice === null || track === undefined ? null : { track, cost: choice.cost };
  }

  /** Places with the same source share one list. */
  function candidatesFrom(reach: CandidateReach): (slot: ClockSlot | null) => FillPlace {
    const lists = new Map<string | null, FillPlace>();
    return (slot) => {
      const track = slot?.content.kind === "track" ? tracks.get(slot.content.trackId) : undefined;
      if (track !== undefined) return [toFillCandidate({ track, level: 0 })];
      const source = slot === null ? null : sourceOf(slot.content);
      const list =
        lists.get(source) ?? planner.candidates(source, atMs, reach).map(toFillCandidate);
      lists.set(source, list);
      return list;
    };
  }
}

function toFillCandidate({ track, level }: Candidate): FillCandidate {
  const { id, artistKeys, lengthMs } = track;
  return { id, artistKeys, lengthMs, level };
}

const MAX_FITTED = 3;
/** Beyond the reach of three tracks of usual length. */
const FARTHEST_MS = 60 * 60_000;

function meanLength(place: FillPlace): number {
  if (place.length === 0) return 0;
  return place.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / place.length;
}

export function placeOf({ frame, slot, isFirst }: Expected): ItemPlace {
  const { span, clock } = frame ?? { span: null, clock: null };
  return {
    entryId: span?.entryId ?? null,
    show:
      span === null || span.showId === null ? null : { id: span.showId, name: span.showName ?? "" },
    clock: clock === null ? null : { id: clock.id, name: clock.name },
    slotId: slot?.id ?? null,
    start: startOf(frame, isFirst),
  };
}

function startOf(frame: PlanFrame | null, isFirst: boolean): ItemStart {
  if (frame === null || !isFirst) return { kind: "follow" };
  const { fromMs, untilMs, latestMs, whileLive } = frame;
  switch (frame.start) {
    case "window":
      return { kind: "window", fromMs, untilMs: latestMs ?? untilMs, whileLive };
    case "exact":
      return { kind: "exact", atMs: fromMs, whileLive };
    case "soft":
      return { kind: "soft", fromMs, untilMs };
    case "follow":
      return { kind: "follow" };
    default:
      return frame.start satisfies never;
  }
}
