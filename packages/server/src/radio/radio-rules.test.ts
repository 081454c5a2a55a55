import { expect, test } from "vitest";
import { describeRadio } from "./radio-rules.ts";

const situation = {
  stored: { isPlaying: true, volume: 75, currentTrackId: null },
  irc: { ircConnected: true, ircChannel: "#neonrelay", ircUserCount: 1 },
  listeners: 3,
} as const;

test("a programme that an operator faded out is told as such, unless it is paused or on-air is away", () => {
  const status = { source: "faded-out" } as const;
  const paused = { ...situation.stored, isPlaying: false };

  expect(describeRadio({ ...situation, status }).isFadedOut).toBe(true);
  expect(describeRadio({ ...situation, status, stored: paused }).isFadedOut).toBe(false);
  expect(describeRadio({ ...situation, status: { source: "programme" } }).isFadedOut).toBe(false);
  expect(describeRadio({ ...situation, status: null }).isFadedOut).toBe(false);
});
