import type { FillTarget } from "./fill-rules.ts";
import type { PlanFrame, PlannedSlot } from "./plan-frames.ts";

/** What did not come as the schedule has it. */
export type PlanNote =
  /** What was on air ran over the time of a frame, or the station was off. */
  | { readonly kind: "gave-way"; readonly clock: string; readonly second: number }
  /** A slot has nothing to give: its playlist is empty, or its track is gone. */
  | { readonly kind: "empty-slot"; readonly clock: string; readonly slot: PlannedSlot }
  /** The clock has no slots for the rest of the time: the turns fill it. */
  | { readonly kind: "clock-short"; readonly clock: string };

/** What belongs at a join. */
export interface Expected {
  /** null: beyond the schedule that is known. */
  readonly frame: PlanFrame | null;
  /** null: the frame's own content, or the turns. */
  readonly slot: PlannedSlot | null;
  /** Whether it is the item with which a timed slot begins. */
  readonly isFirst: boolean;
  /** The time that a join is to fall near; null: none. */
  readonly target: FillTarget | null;
}

/** Goes through frames and their slots, join by join. */
export interface FrameWalk {
  /** What belongs at that moment; nothing changes. */
  expect(atMs: number): Expected;
  /** Goes to that moment. Moments never go back but by `takeBack`. */
  enter(atMs: number): Expected & { readonly notes: readonly PlanNote[] };
  /** An item began there; of that slot, or of none. */
  give(slotId: string | null): void;
  /** The slots of the coming places; null: of no slot. */
  coming(places: number): readonly (PlannedSlot | null)[];
  /** When the next item at an exact time begins; Infinity: none. */
  nextExactMs(afterMs: number): number;
  takeBack(): void;
  settle(): void;
}

interface WalkState {
  readonly index: number;
  readonly slot: number;
  /** Items that the slot has given. */
  readonly given: number;
  /** Whether the frame's slots were told to be used up. */
  readonly isShort: boolean;
}

/** In a filled hour a join so near a time is as good as one at it. */
export const NEAR_MS = 10_000;
/** An item of an exact time that could not begin by then is left out. */
const EXACT_GRACE_MS = 60_000;

export function createFrameWalk({
  frames,
  isOpen,
}: {
  readonly frames: readonly PlanFrame[];
  /** Whether a slot has anything to give. */
  readonly isOpen: (slot: PlannedSlot) => boolean;
}): FrameWalk {
  const exactMs = frames.filter((frame) => isExact(frame, isOpen)).map(({ fromMs }) => fromMs);
  const start: WalkState = { index: -1, slot: 0, given: 0, isShort: false };
  let settled = start;
  let state = start;

  const go = (from: WalkState, atMs: number) => {
    const notes: PlanNote[] = [];
    let to = from;
    for (;;) {
      const next = frames[to.index + 1];
      if (next === undefined || !isDue(frames[to.index], next, atMs)) break;
      const isPassed = isDue(next, frames[to.index + 2], atMs) && isTouched(to, from);
      if (isPassed && next.slots.length > 0) notes.push(...gaveWay(next));
      to = { ...start, index: to.index + 1 };
    }
    const frame = frames[to.index] ?? null;
    if (frame?.clock == null) return { to, frame, slot: null, notes };
    const { clock, slots } = frame;
    if (isMissed(to, frame, atMs) && from.index !== to.index) {
      notes.push(...gaveWay(frame));
      to = { ...to, slot: 1 };
    }
    for (;;) {
      const slot = slots[to.slot];
      if (slot === undefined) {
        if (!to.isShort) notes.push({ kind: "clock-short", clock: clock.name });
        return { to: { ...to, isShort: true }, frame, slot: null, notes };
      }
      if (to.given < countOf(slot)) {
        if (isOpen(slot)) return { to, frame, slot, notes };
        notes.push({ kind: "empty-slot", clock: clock.name, slot });
      }
      to = { ...to, slot: to.slot + 1, given: 0 };
    }
  };
  const told = ({ to, frame, slot }: ReturnType<typeof go>, atMs: number): Expected => ({
    frame,
    slot,
    isFirst: frame !== null && to.slot === 0 && to.given === 0 && frame.start !== "follow",
    target: targetOf(frame, frames[to.index + 1], atMs),
  });

  return {
    expect: (atMs) => told(go(state, atMs), atMs),
    enter: (atMs) => {
      const gone = go(state, atMs);
      state = gone.to;
      return { ...told(gone, atMs), notes: gone.notes };
    },
    give: (slotId) => {
      const slots = frames[state.index]?.slots ?? [];
      const slot = slots.findIndex(({ id }) => id === slotId);
      if (slot === -1) return;
      state = { ...state, slot, given: slot === state.slot ? state.given + 1 : 1 };
    },
    coming: (places) => {
      const slots = frames[state.index]?.slots ?? [];
      const coming: (PlannedSlot | null)[] = [];
      for (let index = state.slot; coming.length < places && index < slots.length; index += 1) {
        const slot = slots[index];
        if (slot === undefined || !isOpen(slot)) continue;
        const left = countOf(slot) - (index === state.slot ? state.given : 0);
        for (let count = 0; count < left && coming.length < places; count += 1) coming.push(slot);
      }
      while (coming.length < places) coming.push(null);
      return coming;
    },
    nextExactMs: (afterMs) => {
      let low = 0;
      let high = exactMs.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((exactMs[middle] ?? Infinity) <= afterMs) low = middle + 1;
        else high = middle;
      }
      return exactMs[low] ?? Infinity;
    },
    takeBack: () => {
      state = settled;
    },
    settle: () => {
      settled = state;
    },
  };
}

/** Whether a join at that moment belongs to the next frame. */
function isDue(
  frame: PlanFrame | undefined,
  next: PlanFrame | undefined,
  atMs: number,
): boolean {
  if (next === undefined) return false;
  const early = frame?.clock?.isFilled === true && next.start !== "exact" ? NEAR_MS : 0;
  return next.fromMs - early <= atMs;
}

/** Whether the walk went on from a frame in which it was: at its very beginning it only finds its place. */
function isTouched(to: WalkState, from: WalkState): boolean {
  return from.index !== -1 && to.index >= from.index;
}

function isExact(frame: PlanFrame, isOpen: (slot: PlannedSlot) => boolean): boolean {
  const [first] = frame.slots;
  return frame.start === "exact" && first !== undefined && isOpen(first);
}

/** The exact item was not on air by the end of its grace. */
function isMissed(to: WalkState, frame: PlanFrame, atMs: number): boolean {
  const isUntouched = to.slot === 0 && to.given === 0;
  return isUntouched && frame.start === "exact" && atMs - frame.fromMs > EXACT_GRACE_MS;
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
  const isExactNext = next?.start === "exact";
  return {
    remainingMs: frame.untilMs - atMs,
    // What begins at an exact time fades what is on air: a join before it would leave a gap.
    earlyMs: isExactNext ? 0 : NEAR_MS,
    lateMs: NEAR_MS,
  };
}

function countOf({ content, length }: PlannedSlot): number {
  if (content.kind === "break") return content.spots;
  if (length.kind === "tracks") return length.tracks;
  // A track of its own comes once, however long its slot is.
  return content.kind === "track" ? 1 : Infinity;
}
