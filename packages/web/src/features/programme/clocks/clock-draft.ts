import type { Clock, ClockSlot } from "@neonrelay/contract/callers";

/** What an operator enters for a clock. */
export type ClockDraft = Pick<Clock, "name" | "color" | "isFilled"> & {
  readonly slots: readonly ClockSlot[];
};

export const newClock: ClockDraft = { name: "", color: "violet", isFilled: true, slots: [] };

export function draftOf({ name, color, isFilled, slots }: Clock): ClockDraft {
  return { name, color, isFilled, slots };
}

/** Music until the next timed slot or the end of the hour. */
export function newSlot(id: string): ClockSlot {
  return {
    id,
    content: { kind: "content", contentKind: "music" },
    start: { kind: "follow" },
    length: { kind: "rest" },
  };
}
