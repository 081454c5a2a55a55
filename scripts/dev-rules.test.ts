import { expect, test } from "vitest";
import { isOfStation, partsRunning } from "./dev-rules.ts";

test.each([
  ["packages/server/src/queue/queue-actions.ts", ["server"]],
  ["packages/server/migrations/0001_first.sql", ["server"]],
  ["packages/contract/src/track.ts", ["server"]],
  ["packages/irc/src/server/index.ts", ["server"]],
  ["packages/on-air/src/playout/playout.ts", ["on-air"]],
  ["packages/on-air/src/protocol/index.ts", ["on-air", "server"]],
  ["packages/process/src/log.ts", ["on-air", "server"]],
  ["packages/web/src/main.tsx", []],
  ["packages/launcher/src/main.ts", []],
  ["packages/server/src/queue/queue-actions.test.ts", []],
  ["packages/server/src/api/test-server.ts", []],
  ["packages/server/src/queue/.queue-actions.ts.swp", []],
])("after a change of %s %j restarts", (file, parts) => {
  expect(partsRunning(file)).toEqual(parts);
});

test.each(["/api/session", "/ws", "/stream.mp3", "/stream.m3u?x=1", "/hls/live.m3u8", "/metrics"])(
  "%s comes from the station",
  (url) => {
    expect(isOfStation(url)).toBe(true);
  },
);

test.each(["/", "/library", "/src/main.tsx", "/@vite/client", "/favicon.svg", "/apiary"])(
  "%s comes from Vite",
  (url) => {
    expect(isOfStation(url)).toBe(false);
  },
);
