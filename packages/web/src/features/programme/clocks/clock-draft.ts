import type { Clock, ClockSlot } from "@neonrelay/contract/callers";

/** What an operator decides about a clock. */
export type ClockDraft = Pick<Clock, "name" | "color" | "isFilled"> & {
  readonly slots: readonly ClockSlot[];
};

export const newClock: ClockDraft = { name: "", color: "violet", isFilled: true, slots: [] };

export function draftOf({ name, color, isFilled, slots }: Clock): ClockDraft {
  return { name, color, isFilled, slots };
}

/** Music for as long as there is room. */
export function newSlot(id: string): ClockSlot {
  return {
    id,
    content: { kind: "content", contentKind: "music" },
    start: { kind: "follow" },
    length: { kind: "rest" },
  };
}
