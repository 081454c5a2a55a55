import { expect, test } from "vitest";
import { decideAdmission } from "./listener-rules.ts";

const quiet = {
  kind: "counted",
  listeners: 0,
  connections: 0,
  connectionsOfCid: 0,
  maxListeners: 100,
} as const;

test.each([
  ["a first listener", {}, "admitted"],
  ["listener n+1", { listeners: 100, connections: 100 }, "full"],
  [
    "a listener's second connection when full",
    { listeners: 100, connections: 100, connectionsOfCid: 1 },
    "admitted",
  ],
  ["a listener's fifth connection", { listeners: 1, connections: 4, connectionsOfCid: 4 }, "full"],
  ["a relay when full", { kind: "uncounted", listeners: 100, connections: 149 }, "admitted"],
  ["connection 51 that adds no listener", { kind: "uncounted", connections: 50 }, "full"],
  ["a listener next to 50 relays", { connections: 50 }, "admitted"],
  ["anybody beyond listeners and extra", { listeners: 90, connections: 150 }, "full"],
] as const)("%s", (_who, situation, expected) => {
  expect(decideAdmission({ ...quiet, ...situation })).toEqual({ kind: expected });
});
