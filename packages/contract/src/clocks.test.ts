import { expect, test } from "vitest";
import { clockSlotSchema, type SlotContent, type WhileLive } from "./clocks.ts";

const slot = (content: SlotContent, whileLive: WhileLive) => ({
  id: "6f0a1d52-9d0f-4a63-8a4e-0d1b6f1c2e3a",
  content,
  start: { kind: "exact", second: 0, whileLive },
  length: { kind: "tracks", tracks: 1 },
});

test("requests can't play over a host", () => {
  const requests: SlotContent = { kind: "requests", playlistId: null };

  expect(clockSlotSchema.safeParse(slot(requests, "duck"))).toMatchObject({
    error: { issues: [{ message: expect.stringMatching(/over a host/) }] },
  });
  expect(clockSlotSchema.safeParse(slot(requests, "wait")).success).toBe(true);
  expect(
    clockSlotSchema.safeParse(slot({ kind: "content", contentKind: "jingle" }, "duck")).success,
  ).toBe(true);
});
