import { chooseFill, type FillPlace, type FillTarget } from "./fill-rules.ts";
import { createFrameWalk, type Expected, type PlanNote } from "./frame-walk.ts";
import type { PlanFrame, PlannedSlot } from "./plan-frames.ts";
import type { ChoiceReason, ChosenTrack, FitTrack, Planner } from "./planner.ts";
import type { PlanTrack } from "./recent-plays.ts";

/** How an item of the plan begins: with the join, or at a moment. */
export type ItemStart =
  | { readonly kind: "follow" }
  | { readonly kind: "soft"; readonly fromMs: number; readonly untilMs: number | null }
  | { readonly kind: "exact"; readonly atMs: number; readonly whileLive: "wait" | "interrupt" };

/** Where in the schedule an item is. */
export interface ItemPlace {
  readonly entryId: string | null;
  readonly show: { readonly id: string; readonly name: string } | null;
  readonly clock: { readonly id: string; readonly name: string } | null;
  readonly slotId: string | null;
  readonly start: ItemStart;
}

export interface PlannedTrack extends ChosenTrack {
  readonly place: ItemPlace;
  /** What did not come as the schedule has it, before this item. */
  readonly notes: readonly PlanNote[];
}

/** Plans tracks one after the other as the schedule and its clocks say, and by the turns where they say nothing. */
export interface ProgrammePlanner extends Pick<Planner, "isBlocked"> {
  /** What begins then; null while there is no track at all. */
  next(startsAtMs: number): PlannedTrack | null;
  /** What belongs at a join at that moment; for a look at items that are planned already. */
  expect(atMs: number): Expected;
  /** A track that begins then and was chosen before. @returns what did not come before it */
  note(
    play: Parameters<Planner["note"]>[0] & { readonly slotId: string | null },
  ): readonly PlanNote[];
  /** When a track that begins then ends: what comes at an exact time fades it. */
  endOf(track: PlanTrack, atMs: number): number;
  takeBack(): void;
  settle(): void;
}

interface ProgrammeOptions {
  /** Without gaps, soonest first. */
  readonly frames: readonly PlanFrame[];
  readonly planner: Planner;
  readonly tracks: ReadonlyMap<string, PlanTrack>;
}

/** A slot without a playlist of its own has one of the tracks of a kind. */
export const kindPlaylistId = (kind: string): string => `kind ${kind}`;

const noPick: ChoiceReason["pick"] = {
  considered: 1,
  keptOut: { track: 0, title: 0, artist: 0, album: 0, hour: 0 },
  gaveWay: [],
  nearest: [],
};

export function createProgrammePlanner({
  frames,
  planner,
  tracks,
}: ProgrammeOptions): ProgrammePlanner {
  const sourceOf = ({ content }: PlannedSlot): string | null => {
    if (content.kind === "playlist" || content.kind === "break") return content.playlistId;
    return content.kind === "content" ? kindPlaylistId(content.contentKind) : null;
  };
  /** Whether a slot has anything to give. */
  const isOpen = (slot: PlannedSlot): boolean => {
    if (slot.content.kind === "requests") return true;
    if (slot.content.kind === "track") return tracks.has(slot.content.trackId);
    return planner.hasTracks(sourceOf(slot) ?? "");
  };
  const walk = createFrameWalk({ frames, isOpen });

  const fillPlaces = (atMs: number): readonly FillPlace[] => {
    const lists = new Map<string | null, FillPlace>();
    const listOf = (source: string | null): FillPlace => {
      const list =
        lists.get(source) ??
        planner
          .candidates(source, atMs)
          .map(({ track: { id, artistKey, lengthMs }, level }) => ({
            id,
            artistKey,
            lengthMs,
            level,
          }));
      lists.set(source, list);
      return list;
    };
    return walk.coming(MOST_FITTED).map((slot) => {
      const track = slot?.content.kind === "track" ? tracks.get(slot.content.trackId) : undefined;
      return track === undefined
        ? listOf(slot === null ? null : sourceOf(slot))
        : [{ id: track.id, artistKey: track.artistKey, lengthMs: track.lengthMs, level: 0 }];
    });
  };
  /** The choice that brings a join near the time of the clock that comes next; undefined: there is none, or it is far. */
  const fitAt = (atMs: number, target: FillTarget | null): FitTrack | undefined => {
    if (target === null || target.remainingMs > FARTHEST_MS) return undefined;
    const places = fillPlaces(atMs);
    const reach = places.reduce((sum, place) => sum + meanLength(place), 0);
    if (target.remainingMs > reach) return undefined;
    const index = chooseFill({ ...target, places, isSeparated: true });
    const chosen = index === null ? undefined : tracks.get(places[0]?.[index]?.id ?? "");
    return chosen === undefined ? undefined : () => chosen;
  };

  const chooseAt = (startsAtMs: number, { frame, slot, target }: Expected): ChosenTrack | null => {
    const fit = fitAt(startsAtMs, target);
    const empty: string[] = [];
    const of = (playlistId: string, rule: ChoiceReason["rule"]): ChosenTrack | null => {
      const chosen = planner.nextOf(playlistId, { startsAtMs, rule, empty, fit });
      if (chosen === null) empty.push(playlistId);
      return chosen;
    };
    const byTurns = (): ChosenTrack | null => {
      const chosen = planner.next(startsAtMs, fit);
      if (chosen === null) return null;
      return {
        ...chosen,
        reason: { ...chosen.reason, empty: [...empty, ...chosen.reason.empty] },
      };
    };
    if (slot?.content.kind === "track") {
      const track = tracks.get(slot.content.trackId);
      if (track === undefined) return byTurns();
      planner.note({ track, atMs: startsAtMs, playlistId: null });
      const reason = { rule: "slot", playlistId: null, empty, pick: noPick, isFitted: false } as const;
      return { startsAtMs, track, reason };
    }
    const source = slot === null ? null : sourceOf(slot);
    if (source !== null) return of(source, "slot") ?? byTurns();
    const { content } = frame?.span ?? { content: { kind: "turns" } as const };
    if (content.kind === "playlist") return of(content.playlistId, "playlist") ?? byTurns();
    if (content.kind === "live" && content.fallbackPlaylistId !== null)
      return of(content.fallbackPlaylistId, "fallback") ?? byTurns();
    return byTurns();
  };

  return {
    isBlocked: planner.isBlocked,
    expect: walk.expect,
    next: (startsAtMs) => {
      const { notes, ...expected } = walk.enter(startsAtMs);
      const chosen = chooseAt(startsAtMs, expected);
      if (chosen === null) return null;
      walk.give(expected.slot?.id ?? null);
      return { ...chosen, place: placeOf(expected), notes };
    },
    note: ({ slotId, ...play }) => {
      const { notes } = walk.enter(play.atMs);
      planner.note(play);
      walk.give(slotId);
      return notes;
    },
    endOf: (track, atMs) =>
      Math.min(atMs + track.lengthMs, walk.nextExactMs(atMs)),
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

const MOST_FITTED = 3;
/** Farther away no three tracks of a usual length reach. */
const FARTHEST_MS = 60 * 60_000;

function meanLength(place: FillPlace): number {
  if (place.length === 0) return 0;
  return place.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / place.length;
}

export function placeOf({ frame, slot, isFirst }: Omit<Expected, "notes">): ItemPlace {
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
  const { fromMs, untilMs, whileLive } = frame;
  switch (frame.start) {
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
