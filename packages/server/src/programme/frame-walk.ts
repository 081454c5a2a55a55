import type { ClockSlot } from "@neonrelay/contract";
import type { FillTarget } from "./fill-rules.ts";
import type { PlanFrame } from "./plan-frames.ts";
import type { PlanTrack } from "./recent-plays.ts";

/** A deviation from the schedule. */
export type PlanNote =
  /** The frame's start was missed: the play before it overran, or the station was off. */
  | { readonly kind: "gave-way"; readonly clock: string; readonly second: number }
  /** A slot has no tracks: its playlist is empty, or its track was deleted. */
  | { readonly kind: "empty-slot"; readonly clock: string; readonly slot: ClockSlot }
  /** The clock has no slots for the rest of its time, so the playlists' turns fill it. */
  | { readonly kind: "clock-short"; readonly clock: string };

/** What the schedule wants at a join. */
export interface Expected {
  /** null: past the end of the known schedule. */
  readonly frame: PlanFrame | null;
  /** null: the content of the frame, or the playlists' turns. */
  readonly slot: ClockSlot | null;
  /** Whether it is the first item of a timed slot. */
  readonly isFirst: boolean;
  /** The time that a join should hit; null: none. */
  readonly target: FillTarget | null;
}

/** The upcoming schedule, seen from one position in it. */
export interface ScheduleView {
  /** What the schedule wants at this time. Has no effect. */
  readonly expect: (atMs: number) => Expected;
  /** Start of the next exact item; Infinity: none. */
  readonly nextExactMs: (afterMs: number) => number;
}

/** Walks through frames and their slots, join by join, and views the schedule from its position. */
export interface FrameWalk extends ScheduleView {
  /** Advances to this time. Only `takeBack` goes back. */
  enter(atMs: number): Expected & { readonly notes: readonly PlanNote[] };
  /** Records that an item began here, from this slot or from none. */
  give(slotId: string | null, track: Pick<PlanTrack, "contentKind"> | undefined): void;
  /** The slots of the next places; null: no slot. */
  coming(places: number): readonly (ClockSlot | null)[];
  /** The view from the position that `takeBack` returns to. */
  readonly settled: ScheduleView;
  takeBack(): void;
  settle(): void;
}

interface WalkState {
  readonly index: number;
  readonly slot: number;
  /** Items already taken from the slot. */
  readonly given: number;
  /** Whether it has been noted that the frame ran out of slots. */
  readonly isShort: boolean;
  /** Whether the previous item was a jingle. */
  readonly isBehindJingle: boolean;
}

/** In a filled hour, a join this close to a time counts as exact. */
export const NEAR_MS = 10_000;
/** An exact item that has not begun after this long is dropped. */
export const EXACT_GRACE_MS = 60_000;

interface WalkOptions {
  readonly frames: readonly PlanFrame[];
  /** Whether a slot has tracks. */
  readonly isOpen: (slot: ClockSlot) => boolean;
  /** Whether a slot contains only jingles. */
  readonly isJingle: (slot: ClockSlot) => boolean;
}

const beginning: WalkState = {
  index: -1,
  slot: 0,
  given: 0,
  isShort: false,
  isBehindJingle: false,
};

export function createFrameWalk(options: WalkOptions): FrameWalk {
  const { frames } = options;
  const latest = latestBegins(options);
  const latestMs = latest.map(({ atMs }) => atMs);
  let settled = beginning;
  let state = beginning;

  const told = ({ to, frame, slot }: Step, atMs: number): Expected => ({
    frame,
    slot,
    isFirst: frame !== null && to.slot === 0 && to.given === 0 && frame.start !== "follow",
    target: targetOf(frame, frames[to.index + 1], atMs),
  });

  const viewFrom = (place: () => WalkState): ScheduleView => ({
    expect: (atMs) => told(stepTo(options, place(), atMs), atMs),
    nextExactMs: (afterMs) => {
      const next = latest[indexAfter(latestMs, afterMs)];
      // An item with a window may have begun before the window's end.
      const hasBegun = next !== undefined && hasGiven(place(), next.index);
      return (hasBegun ? latest[indexAfter(latestMs, next.atMs)] : next)?.atMs ?? Infinity;
    },
  });

  return {
    ...viewFrom(() => state),
    settled: viewFrom(() => settled),
    enter: (atMs) => {
      const step = stepTo(options, state, atMs);
      state = step.to;
      return { ...told(step, atMs), notes: step.notes };
    },
    give: (slotId, track) => {
      state = { ...state, isBehindJingle: track?.contentKind === "jingle" };
      const slots = frames[state.index]?.slots ?? [];
      const slot = slots.findIndex(({ id }) => id === slotId);
      if (slot === -1) return;
      state = { ...state, slot, given: slot === state.slot ? state.given + 1 : 1 };
    },
    coming: (places) => comingFrom(options, state, places),
    takeBack: () => {
      state = settled;
    },
    settle: () => {
      settled = state;
    },
  };
}

interface Step {
  readonly to: WalkState;
  readonly frame: PlanFrame | null;
  readonly slot: ClockSlot | null;
  readonly notes: readonly PlanNote[];
}

/** The frame and slot of a join at this time. */
function stepTo({ frames, isOpen, isJingle }: WalkOptions, from: WalkState, atMs: number): Step {
  const notes: PlanNote[] = [];
  let to = from;
  for (;;) {
    const next = frames[to.index + 1];
    if (next === undefined || !isDue(frames[to.index], next, atMs)) break;
    // The first step only finds the position.
    const isPassed = from.index !== -1 && isDue(next, frames[to.index + 2], atMs);
    if (isPassed && next.slots.length > 0) notes.push(...gaveWay(next));
    to = { ...beginning, index: to.index + 1, isBehindJingle: from.isBehindJingle };
  }
  const frame = frames[to.index];
  if (frame === undefined || frame.clock === null)
    return { to, frame: frame ?? null, slot: null, notes };
  if (from.index !== to.index && isMissed(frame, atMs)) {
    notes.push(...gaveWay(frame));
    to = { ...to, slot: 1 };
  }
  const clock = frame.clock.name;
  for (;;) {
    const slot = frame.slots[to.slot];
    if (slot === undefined) {
      if (!to.isShort) notes.push({ kind: "clock-short", clock });
      return { to: { ...to, isShort: true }, frame, slot: null, notes };
    }
    // A clock that begins right after a jingle, for example one just made, skips its own.
    const isAgain = to.slot === 0 && to.given === 0 && frame.start === "follow";
    if (isAgain && to.isBehindJingle && isJingle(slot)) {
      to = { ...to, slot: 1 };
      continue;
    }
    if (to.given < countOf(slot)) {
      if (isOpen(slot)) return { to, frame, slot, notes };
      notes.push({ kind: "empty-slot", clock, slot });
    }
    to = { ...to, slot: to.slot + 1, given: 0 };
  }
}

function comingFrom(
  { frames, isOpen }: WalkOptions,
  state: WalkState,
  places: number,
): readonly (ClockSlot | null)[] {
  const slots = (frames[state.index]?.slots ?? []).slice(state.slot);
  const coming = slots.flatMap((slot, index) => {
    const left = countOf(slot) - (index === 0 ? state.given : 0);
    const length = isOpen(slot) ? Math.min(Math.max(left, 0), places) : 0;
    return Array.from({ length }, () => slot);
  });
  return Array.from({ length: places }, (_, index) => coming[index] ?? null);
}

/** Index of the first time after `afterMs`. */
function indexAfter(sorted: readonly number[], afterMs: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= afterMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a join at this time belongs to the next frame. */
function isDue(frame: PlanFrame | undefined, next: PlanFrame | undefined, atMs: number): boolean {
  if (next === undefined) return false;
  const early = frame?.clock?.isFilled === true && next.latestMs === null ? NEAR_MS : 0;
  return next.fromMs - early <= atMs;
}

/** Frames whose first item has a latest start, soonest first. */
function latestBegins({
  frames,
  isOpen,
}: WalkOptions): readonly { readonly index: number; readonly atMs: number }[] {
  return frames.flatMap(({ slots: [first], latestMs }, index) =>
    latestMs !== null && first !== undefined && isOpen(first) ? { index, atMs: latestMs } : [],
  );
}

/** Whether the frame has already provided an item. */
function hasGiven({ index, slot, given }: WalkState, frame: number): boolean {
  return index > frame || (index === frame && (slot > 0 || given > 0));
}

/** Whether the frame's exact item did not begin within its grace period. */
function isMissed({ latestMs }: PlanFrame, atMs: number): boolean {
  return latestMs !== null && atMs - latestMs > EXACT_GRACE_MS;
}

function gaveWay({ clock, second }: PlanFrame): readonly PlanNote[] {
  return clock === null ? [] : [{ kind: "gave-way", clock: clock.name, second }];
}

function targetOf(
  frame: PlanFrame | null,
  next: PlanFrame | undefined,
  atMs: number,
): FillTarget | null {
  if (frame?.clock?.isFilled !== true) return null;
  return {
    remainingMs: frame.untilMs - atMs,
    // An exact item fades out the current play; a join shortly before it would leave a gap.
    earlyMs: (next?.latestMs ?? null) === null ? NEAR_MS : 0,
    // Any join within the window is fine.
    lateMs: next?.start === "window" ? (next.latestMs ?? next.fromMs) - next.fromMs : NEAR_MS,
  };
}

function countOf({ content, length }: ClockSlot): number {
  if (content.kind === "break") return content.spots;
  if (content.kind === "track") return 1;
  return length.kind === "tracks" ? length.tracks : Infinity;
}
