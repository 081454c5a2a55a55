import { expect, test } from "vitest";
import { SeenMessages } from "./seen-messages.ts";

test("[C15] a known message is recognised by its id, or when played back by its time", () => {
  const seen = new SeenMessages();
  const message = { target: "#a", msgid: "1", serverTimeMs: 5_000, isPlayback: false };
  const unnamed = { ...message, msgid: undefined };

  expect(seen.add(message)).toBe(true);
  expect(seen.add({ ...message, isPlayback: true })).toBe(false);
  expect(seen.add({ ...unnamed, isPlayback: true })).toBe(false);
  expect(seen.add(unnamed)).toBe(true);
  expect(seen.add({ ...unnamed, serverTimeMs: 6_000, isPlayback: true })).toBe(true);
  expect([seen.lastMs("#a"), seen.lastMs("#b")]).toEqual([6_000, undefined]);
});
