import { expect, test } from "vitest";
import { decideAdmission, type HeldByNetwork, isPlayer, isTurnOf } from "./listener-rules.ts";

const quiet = {
  kind: "counted",
  listeners: 0,
  connections: 0,
  connectionsOfCid: 0,
  maxListeners: 100,
  network: { connections: 0, extra: 0, most: 50, isLoopback: false },
} as const;

test.each([
  ["VLC/3.0.20 LibVLC/3.0.20", true],
  ["WinampMPEG/5.9", true],
  ["AppleCoreMedia/1.0.0.21G93 (iPhone; U; CPU OS 17_6_1 like Mac OS X; en_us)", true],
  ["Lavf/60.16.100", true],
  ["RadioDroid2/0.86 ExoPlayerLib/2.19", true],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36", false],
  ["curl/8.5.0", false],
  ["UptimeRobot/2.0", false],
  ["", false],
])("%s is a player: %s", (userAgent, expected) => {
  expect(isPlayer(userAgent)).toBe(expected);
});

test.each([
  ["a first listener", {}, "admitted"],
  ["listener n+1", { listeners: 100, connections: 100 }, "full"],
  [
    "a listener's second connection when full",
    { listeners: 100, connections: 100, connectionsOfCid: 1 },
    "admitted",
  ],
  ["a listener's fifth connection", { listeners: 1, connections: 4, connectionsOfCid: 4 }, "full"],
  ["a relay when full", { kind: "uncounted", listeners: 100, connections: 159 }, "admitted"],
  ["connection 61 that adds no listener", { kind: "uncounted", connections: 60 }, "full"],
  ["a listener next to 60 relays", { connections: 60 }, "admitted"],
  ["anyone beyond all limits", { listeners: 90, connections: 160 }, "full"],
] as const)("%s", (_who, situation, expected) => {
  expect(decideAdmission({ ...quiet, ...situation })).toEqual({ kind: expected });
});

test.each([
  ["one more than a network may hold", { connections: 50 }, {}, "network-full"],
  [
    "a second connection of such a network",
    { connections: 50 },
    { connectionsOfCid: 1 },
    "network-full",
  ],
  [
    "one of a network that holds some, into the last places",
    { connections: 1 },
    { listeners: 95 },
    "full",
  ],
  ["the first of a network, into the last places", {}, { listeners: 95 }, "admitted"],
  ["the first of a network when all places are taken", {}, { listeners: 100 }, "full"],
  [
    "another of this machine on a small station",
    { connections: 9, isLoopback: true },
    { listeners: 9, maxListeners: 10 },
    "admitted",
  ],
  [
    "another from elsewhere on a small station",
    { connections: 9 },
    { listeners: 9, maxListeners: 10 },
    "full",
  ],
  [
    "a network's eleventh relay",
    { connections: 10, extra: 10 },
    { kind: "uncounted" },
    "network-full",
  ],
  [
    "a network's first relay when 59 are there",
    {},
    { kind: "uncounted", connections: 59 },
    "admitted",
  ],
  [
    "a network's fourth relay into the last places for relays",
    { connections: 3, extra: 3 },
    { kind: "uncounted", connections: 50 },
    "full",
  ],
  [
    "an edge's third mount into the last places for relays",
    { connections: 2, extra: 2 },
    { kind: "uncounted", connections: 50 },
    "admitted",
  ],
  [
    "this machine's relay when others have taken all places for relays",
    { isLoopback: true },
    { kind: "uncounted", connections: 60 },
    "admitted",
  ],
  [
    "this machine's relay when it has taken its own places, too",
    { connections: 10, extra: 10, isLoopback: true },
    { kind: "uncounted", connections: 70 },
    "full",
  ],
  [
    "this machine's eleventh relay",
    { connections: 10, extra: 10, isLoopback: true },
    { kind: "uncounted" },
    "admitted",
  ],
] as const)("%s", (_who, held, situation, expected) => {
  const network: HeldByNetwork = { ...quiet.network, ...held };

  expect(decideAdmission({ ...quiet, ...situation, network })).toEqual({ kind: expected });
});

const turnsOf = (turn: number | null, listeners: number) =>
  [100, 101, 102, 103, 104, 105].map((sequence) => isTurnOf(turn, { sequence, listeners }));

test("a few listeners get each block at once", () => {
  expect(turnsOf(7, 500)).toEqual([true, true, true, true, true, true]);
});

test("in a crowd a third of the listeners gets three blocks each time", () => {
  expect([0, 1, 2, 3].map((turn) => turnsOf(turn, 501))).toEqual([
    [false, false, true, false, false, true],
    [false, true, false, false, true, false],
    [true, false, false, true, false, false],
    [false, false, true, false, false, true],
  ]);
});

test("a relay or an edge never waits, however many listen", () => {
  expect(turnsOf(null, 15_000)).toEqual([true, true, true, true, true, true]);
});
