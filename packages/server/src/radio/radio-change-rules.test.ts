import { testPolicy } from "@neonrelay/contract/test-settings";
import { expect, test } from "vitest";
import { decideRadioAccess, decideRadioChange } from "./radio-change-rules.ts";

const playing = { isPlaying: true, volume: 60, volumeBeforeEmergency: null };
const stopped = { isPlaying: false, volume: 0, volumeBeforeEmergency: 60 };

test.each([
  ["a pause keeps the volume", playing, { isPlaying: false }, { ...playing, isPlaying: false }],
  ["a volume is rounded", playing, { volume: 41.5 }, { ...playing, volume: 42 }],
  ["silence alone is no emergency", playing, { volume: 0 }, { ...playing, volume: 0 }],
  ["pause and silence at once are one", playing, { isPlaying: false, volume: 0 }, stopped],
  ["a second stop keeps the first volume", stopped, { isPlaying: false, volume: 0 }, stopped],
  ["play restores the volume", stopped, { isPlaying: true }, playing],
  [
    "play with a volume sets that",
    stopped,
    { isPlaying: true, volume: 5 },
    { ...playing, volume: 5 },
  ],
  ["a pause does not change a stop", stopped, { isPlaying: false }, stopped],
  ["silence again does not change a stop", stopped, { volume: 0 }, stopped],
  [
    "a volume ends a stop, and the pause stays",
    stopped,
    { volume: 7 },
    { isPlaying: false, volume: 7, volumeBeforeEmergency: null },
  ],
])("%s", (_what, stored, change, expected) => {
  expect(decideRadioChange(stored, change)).toEqual(expected);
});

test("changing the channel requires the right to settings as well as the right to drive the station", () => {
  const policy = testPolicy({ registrationEnabled: true });
  const dj = {
    kind: "user",
    accountId: "1",
    username: "dj",
    name: null,
    email: null,
    role: "dj",
    ircAccount: null,
    lastLogin: null,
  } as const;
  const change = { ircChannel: "#elsewhere" };

  expect(decideRadioAccess({ caller: dj, change: { volume: 1 }, policy })).toBe("allowed");
  expect(decideRadioAccess({ caller: dj, change, policy })).toBe("role-may-not");
  expect(decideRadioAccess({ caller: { kind: "guest" }, change, policy })).toBe("sign-in-first");
  expect(decideRadioAccess({ caller: { kind: "access-code" }, change, policy })).toBe("allowed");
});
