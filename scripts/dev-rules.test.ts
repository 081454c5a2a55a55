import { expect, test } from "vitest";
import { isOfStation, mayHaveDevAccounts, partsRunning } from "./dev-rules.ts";

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

const devStation = {
  dataDir: "/neonrelay/data/dev",
  databaseUrl: null,
  host: "127.0.0.1",
  streamHost: "127.0.0.1",
  publicUrl: null,
  publicStreamUrl: null,
  trustProxy: [],
  tls: null,
  irc: { connection: { kind: "embedded", host: "127.0.0.1" } },
};

test.each([
  { host: "localhost" },
  { host: "::1", streamHost: "::1" },
  { irc: { connection: { kind: "off" } } },
  // The bot's address on another network, not one of the station's.
  { irc: { connection: { kind: "network", host: "irc.example" } } },
])("data/dev on loopback with %j has the accounts of development", (change) => {
  expect(mayHaveDevAccounts({ ...devStation, ...change }, "/neonrelay/data/dev")).toBe(true);
});

test.each([
  { dataDir: "/neonrelay/data" },
  { databaseUrl: "postgres://127.0.0.1/radio" },
  { host: "0.0.0.0" },
  { host: "::" },
  { streamHost: "192.168.1.5" },
  { irc: { connection: { kind: "embedded", host: "0.0.0.0" } } },
  { publicUrl: "https://radio.example" },
  { publicStreamUrl: "https://radio.example" },
  { trustProxy: ["127.0.0.1"] },
  { tls: { certificate: "/a.pem", key: "/b.pem" } },
])("a station with %j has no accounts of development", (change) => {
  expect(mayHaveDevAccounts({ ...devStation, ...change }, "/neonrelay/data/dev")).toBe(false);
});
