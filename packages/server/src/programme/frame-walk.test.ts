import type { ClockSlot } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { createFrameWalk, NEAR_MS, type FrameWalk } from "./frame-walk.ts";
import { planFrames } from "./plan-frames.ts";

const HOUR_MS = 3_600_000;
const startMs = Date.UTC(2027, 0, 1, 12);
const timedMs = startMs + 600_000;

interface Hour {
  readonly isFilled: boolean;
  readonly start: "soft" | "exact";
}

/** A walk through an hour of music whose second slot begins at ten past. */
function walkThrough({ isFilled, start }: Hour): FrameWalk {
  const rest = { kind: "rest" } as const;
  const content = { kind: "content", contentKind: "music" } as const;
  const second = 600;
  const slots: ClockSlot[] = [
    { id: "first", content, start: { kind: "follow" }, length: rest },
    {
      id: "timed",
      content,
      start:
        start === "soft" ? { kind: start, second } : { kind: start, second, whileLive: "wait" },
      length: rest,
    },
  ];
  const span = {
    fromMs: startMs,
    untilMs: startMs + HOUR_MS,
    entryId: "entry",
    showId: null,
    showName: null,
    content: { kind: "clock", clockId: "clock" } as const,
  };
  const frames = planFrames({
    spans: [span],
    clocks: new Map([["clock", { id: "clock", name: "Clock", isFilled, slots }]]),
    hourStart: (ms) => Math.floor(ms / HOUR_MS) * HOUR_MS,
  });
  return createFrameWalk({ frames, isOpen: () => true, isJingle: () => false });
}

/** The slot that a join at this time belongs to. */
const slotAt = (atMs: number, hour: Hour) => walkThrough(hour).expect(atMs).slot?.id;

test("[G8] a join shortly before a soft slot of a filled hour belongs to that slot, an earlier one does not", () => {
  const filled = { isFilled: true, start: "soft" } as const;

  expect(slotAt(timedMs - NEAR_MS - 1, filled)).toBe("first");
  expect(slotAt(timedMs - NEAR_MS, filled)).toBe("timed");
});

test.each([
  { isFilled: false, start: "soft" },
  { isFilled: true, start: "exact" },
] as const)("with %j no earlier join belongs to a timed slot", (given) => {
  expect(slotAt(timedMs - 1, given)).toBe("first");
  expect(slotAt(timedMs, given)).toBe("timed");
});

test("what is next on air does not depend on how far planning has progressed", () => {
  const walk = walkThrough({ isFilled: false, start: "exact" });
  walk.enter(startMs);
  walk.settle();
  walk.enter(timedMs);
  walk.give("timed", undefined);

  expect(walk.expect(startMs).slot?.id).toBe("timed");
  expect(walk.nextExactMs(startMs)).toBe(Infinity);
  expect(walk.settled.expect(startMs).slot?.id).toBe("first");
  expect(walk.settled.nextExactMs(startMs)).toBe(timedMs);
});
