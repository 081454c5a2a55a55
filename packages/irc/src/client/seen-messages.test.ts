import { expect, test } from "vitest";
import { SeenMessages } from "./seen-messages.ts";

test("[C15] a known message is recognised by its id, or when played back by its time", () => {
  const seen = new SeenMessages();
  const message = { target: "#a", msgid: "1", serverTimeMs: 5_000, isPlayback: false };
  const unnamed = { ...message, msgid: undefined };

  expect(seen.note(message)).toBe(true);
  expect(seen.note({ ...message, isPlayback: true })).toBe(false);
  expect(seen.note({ ...unnamed, isPlayback: true })).toBe(false);
  expect(seen.note(unnamed)).toBe(true);
  expect(seen.note({ ...unnamed, serverTimeMs: 6_000, isPlayback: true })).toBe(true);
  expect([seen.lastMs("#a"), seen.lastMs("#b")]).toEqual([6_000, undefined]);
});
