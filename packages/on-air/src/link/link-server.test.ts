import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rename, rm, stat } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { createLogTo } from "@neonrelay/process/log";
import { Journal } from "../state/journal.ts";
import { PlayLedger } from "../playout/play-ledger.ts";
import { defaultSettings } from "../protocol/index.ts";
import { PlayoutStore } from "../playout/playout-store.ts";
import { testStreams } from "../external/test-streams.ts";
import { onAirStatus } from "../playout/on-air-status.ts";
import { Playout } from "../playout/playout.ts";
import {
  fromOnAirSchema,
  MAX_LINE_BYTES,
  PROTOCOL_VERSION,
  type FromOnAir,
  type OnAirEvent,
} from "../protocol/index.ts";
import { createCommandRunner } from "./commands.ts";
import { LinkServer } from "./link-server.ts";
import { TroubleLog } from "@neonrelay/process/trouble-log";

const CID = "5bb6f8a0-1111-4222-8333-444455556666";
const BROKEN_CID = "5bb6f8a0-1111-4222-8333-444455557777";
const logLines: string[] = [];
const log = createLogTo((line) => logLines.push(line), { part: "test", level: "error" });
let folder = "";
let journal: Journal;
let store: PlayoutStore;
let link: LinkServer;
let troubles: TroubleLog;
const levels = {
  posMs: 5,
  bandsDb: Array.from({ length: 64 }, () => -20),
  samples: Array.from({ length: 128 }, () => 1),
  rmsLeftDb: -20,
  rmsRightDb: -20,
  peakDb: -10,
};
let peers: Socket[] = [];
let levelsCalls: (boolean | "deserted")[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "link-"));
  peers = [];
  levelsCalls = [];
  journal = new Journal({ path: path.join(folder, "journal.jsonl"), log });
  store = new PlayoutStore({ folder, journal, log });
  const engine = { send: () => {}, state: "running" as const };
  const time = {
    wallMsOf: (positionSamples: number) => positionSamples / 44.1,
    positionSamples: 0,
    speed: 1,
  };
  const transmitter = { source: "programme" as const, encoderSpeed: null };
  const playout = new Playout({
    streams: testStreams(log),
    store,
    ledger: new PlayLedger({ store, journal, time, ring: { endSamples: 0 } }),
    engine,
    time,
    engineShiftSamples: () => 0,
    isFolderAway: async () => await Promise.resolve(false),
    random: () => 0,
    log,
  });
  playout.events.subscribe((event) => {
    if (event.kind === "changed") link.announceStatus();
  });
  troubles = new TroubleLog();
  link = new LinkServer({
    journal,
    troubles,
    log,
    status: () => ({
      ...onAirStatus({ playout, transmitter, engine, time, listeners: 0, atMs: Date.now() }),
      outputs: [],
      hlsStorage: null,
      live: [],
      ledger: null,
      edges: [],
      probes: [],
      captureDevices: [],
    }),
    onDeserted: () => levelsCalls.push("deserted"),
    runCommand: createCommandRunner({
      playout,
      outputs: { test: async () => null },
      setOutputs: () => {},
      setHlsStorage: () => {},
      djLineup: { setKeys: () => {}, setSlots: () => {}, kick: () => false },
      restartEngine: () => true,
      setLevels: (isOn) => levelsCalls.push(isOn),
      journal,
      ledger: {
        log: {
          take: async () => ({ ledgerId: randomUUID(), rows: [], lost: [], hasMore: false }),
        },
        listeningNow: [],
        disconnect: () => false,
      },
      sessionStartMs: (cid) => {
        if (cid === BROKEN_CID) throw new Error("broken");
        return cid === CID ? 1234 : undefined;
      },
    }),
  });
  await link.listen(path.join(folder, "socket"));
});
afterEach(async () => {
  vi.useRealTimers();
  for (const peer of peers) peer.destroy();
  await Promise.all([link.close(), journal.close(), store.flush()]);
  await rm(folder, { recursive: true });
});

interface Peer {
  readonly socket: Socket;
  readonly say: (message: unknown) => void;
  /** The next message of that kind; others are skipped. */
  readonly next: <Kind extends FromOnAir["kind"]>(
    kind: Kind,
  ) => Promise<Extract<FromOnAir, { kind: Kind }>>;
}

function join(): Peer {
  const socket = connect(path.join(folder, "socket"));
  peers.push(socket);
  socket.on("error", () => {});
  const lines = readJsonLines(socket, { maxLineBytes: MAX_LINE_BYTES });
  return {
    socket,
    say: (message) => void socket.write(toJsonLine(message)),
    next: async (kind) => {
      for (;;) {
        const line = await lines.next();
        if (line.done === true) throw new Error(`the link ended before ${kind}`);
        const message = fromOnAirSchema.parse(line.value);
        if (isOfKind(message, kind)) return message;
      }
    },
  };
}

function isOfKind<Kind extends FromOnAir["kind"]>(
  message: FromOnAir,
  kind: Kind,
): message is Extract<FromOnAir, { kind: Kind }> {
  return message.kind === kind;
}

function failure(detail: string): OnAirEvent {
  return { type: "track.failed", trackId: CID, entryId: null, itemId: null, atMs: 5, detail };
}

async function journalled(details: readonly string[]): Promise<void> {
  const watcher = join();
  watcher.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  await watcher.next("replayed");
  for (const detail of details) {
    journal.append(failure(detail));
    await watcher.next("event");
  }
  watcher.socket.destroy();
}

test("[L1] the socket is accessible to its user alone", async () => {
  expect((await stat(path.join(folder, "socket"))).mode & 0o777).toBe(0o600);
});

test("[L1] a socket left by a killed on-air is replaced, but not one in use", async () => {
  const [used, left] = [path.join(folder, "socket"), path.join(folder, "left")];
  const killed = createServer();
  killed.listen(path.join(folder, "killed"));
  await once(killed, "listening");
  await rename(path.join(folder, "killed"), left);
  killed.close();
  const status = (): never => {
    throw new Error("no server asks");
  };
  const runCommand = status;
  const [second, third] = [1, 2].map(
    () => new LinkServer({ journal, troubles, log, status, runCommand, onDeserted: status }),
  );

  await expect(second?.listen(used)).rejects.toThrow("EADDRINUSE");
  await third?.listen(left);

  await third?.close();
});

test("[L3] a server that knows the journal gets what it missed, then `replayed`, then live messages", async () => {
  await journalled(["a", "b", "c"]);
  const server = join();
  const hello = await server.next("hello");
  expect(hello).toMatchObject({ journalId: journal.journalId, newestNumber: 3 });

  server.say({
    kind: "hello",
    protocolVersion: PROTOCOL_VERSION,
    stored: { journalId: hello.journalId, number: 1 },
  });

  expect(await server.next("event")).toEqual({ kind: "event", number: 2, event: failure("b") });
  expect(await server.next("event")).toEqual({ kind: "event", number: 3, event: failure("c") });
  await server.next("replayed");
  expect((await server.next("status")).status.settings).toEqual(defaultSettings);
  journal.append(failure("d"));
  expect(await server.next("event")).toEqual({ kind: "event", number: 4, event: failure("d") });
});

test("[L3] a server that knows another journal gets everything kept", async () => {
  await journalled(["a"]);
  const server = join();
  server.say({
    kind: "hello",
    protocolVersion: PROTOCOL_VERSION,
    stored: { journalId: CID, number: 77 },
  });

  expect((await server.next("event")).number).toBe(1);
});

test("[L2] another protocol version is refused with a reason, and the link closed", async () => {
  const server = join();
  server.say({ kind: "hello", protocolVersion: 99, stored: null });

  expect((await server.next("refusal")).reason).toContain("protocol version 1, not 99");
  await expect(server.next("status")).rejects.toThrow("ended");
});

test("[L5] each command is answered once, by a reply or a refusal with its reason", async () => {
  const server = join();
  server.say({ kind: "command", id: 1, name: "skip", input: { fadeMs: 0 } });
  expect(await server.next("refusal")).toEqual({
    kind: "refusal",
    id: 1,
    reason: "send hello first",
  });
  server.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });

  server.say({ kind: "command", id: 2, name: "skip", input: { fadeMs: 500 } });
  expect(await server.next("reply")).toEqual({ kind: "reply", id: 2, output: { skipped: false } });
  server.say({ kind: "command", id: 3, name: "session", input: { cid: CID.toUpperCase() } });
  expect(await server.next("reply")).toEqual({ kind: "reply", id: 3, output: { startMs: 1234 } });
  server.say({ kind: "command", id: 4, name: "skip", input: { fadeMs: -1 } });
  expect(await server.next("refusal")).toMatchObject({ id: 4, reason: /fadeMs/ });
  server.say({ kind: "command", id: 5, name: "explode", input: {} });
  expect(await server.next("refusal")).toMatchObject({ id: 5 });
  for (const [wrong, reason] of [
    [{ bitrateKbps: 100 }, "MP3 has no bitrate of 100 kbit/s"],
    [{ sampleRateHz: 96_000 }, "the stream can't have 96000 Hz"],
    [{ channels: 6 }, "the stream can't have 6 channels"],
  ] as const) {
    const input = { ...defaultSettings, ...wrong };
    server.say({ kind: "command", id: 6, name: "setSettings", input });
    expect((await server.next("refusal")).reason).toContain(reason);
  }
  server.say({ kind: "command", id: 7, name: "restartEngine", input: {} });
  expect(await server.next("reply")).toEqual({ kind: "reply", id: 7, output: { restarted: true } });
});

test("[L5] a failing command is refused and logged, and the link stays open", async () => {
  const peer = join();
  peer.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  peer.say({ kind: "command", id: 1, name: "session", input: { cid: BROKEN_CID } });
  peer.say({ kind: "command", id: 2, name: "session", input: { cid: CID } });

  expect(await peer.next("refusal")).toMatchObject({ id: 1 });
  expect(await peer.next("reply")).toMatchObject({ id: 2, output: { startMs: 1234 } });
  expect(logLines.join("")).toContain('"command":"session"');
});

test("[L12] changed settings are sent to every server", async () => {
  const [first, second] = [join(), join()];
  for (const server of [first, second]) {
    server.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
    await server.next("status");
  }

  const settings = { ...defaultSettings, volume: 5 };
  first.say({ kind: "command", id: 1, name: "setSettings", input: settings });

  expect((await second.next("status")).status.settings.volume).toBe(5);
});

test("settings that people control live change at once, and all others stay", async () => {
  const server = join();
  server.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  await server.next("status");

  const driven = { isPlaying: false, volume: 0 };
  server.say({ kind: "command", id: 1, name: "drive", input: driven });

  expect((await server.next("status")).status.settings).toEqual({ ...defaultSettings, ...driven });
});

test("[L4] acknowledged events are not repeated", async () => {
  await journalled(["a", "b"]);
  const server = join();
  server.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  server.say({ kind: "command", id: 1, name: "acknowledge", input: { number: 1 } });
  await server.next("reply");

  const next = join();
  next.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  expect((await next.next("event")).number).toBe(2);
});

test("[L6] a line that is not JSON is refused, and only that link is closed", async () => {
  const [bad, good] = [join(), join()];
  bad.socket.write("nonsense\n");

  expect((await bad.next("refusal")).reason).toBe("a line is not JSON");
  await expect(bad.next("status")).rejects.toThrow("ended");
  good.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  await good.next("replayed");
});

test("a listener's connection is reported to the servers", async () => {
  const server = join();
  server.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  await server.next("status");

  link.announceAttached({ cid: CID, startMs: 99 });

  expect(await server.next("attached")).toEqual({ kind: "attached", cid: CID, startMs: 99 });
});

test("levels are sent to a server that reads, and stop once the last server has gone", async () => {
  const [first, second] = [join(), join()];
  for (const server of [first, second]) {
    server.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
    await server.next("status");
  }

  first.say({ kind: "command", id: 1, name: "setLevels", input: { isOn: true } });
  await first.next("reply");
  link.announceLevels(levels);
  expect((await first.next("levels")).levels).toEqual(levels);
  first.say({ kind: "command", id: 2, name: "setLevels", input: {} });
  expect(await first.next("refusal")).toMatchObject({ id: 2, reason: /isOn/ });
  first.socket.destroy();
  second.say({ kind: "command", id: 3, name: "setLevels", input: { isOn: true } });
  await second.next("reply");
  second.socket.destroy();

  await expect.poll(() => levelsCalls).toEqual([true, true, "deserted"]);
});

test("[L10] a server that does not read misses levels, and nothing else", async () => {
  const server = join();
  server.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  await server.next("status");
  server.socket.pause();
  for (let count = 0; count < 50_000; count += 1) link.announceLevels(levels);
  link.announceAttached({ cid: CID, startMs: 1 });
  server.socket.resume();

  expect(await server.next("attached")).toMatchObject({ cid: CID });
});

test("[L11] warnings reach the server live, preceded by the last hundred from before it connected", async () => {
  const note = (number: number): void => troubles.record(`{"msg":"trouble ${number}"}\n`);
  vi.useFakeTimers({ toFake: ["performance"] });
  for (let number = 1; number <= 130; number += 1) {
    note(number);
    vi.advanceTimersByTime(60);
  }
  const server = join();
  server.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  const first = await server.next("log");
  for (let number = 32; number <= 130; number += 1) await server.next("log");

  note(131);

  expect(first.line).toBe('{"msg":"trouble 31"}');
  expect((await server.next("log")).line).toBe('{"msg":"trouble 131"}');
});

test("[L11] a flood of warnings is limited to twenty a second, and a long one is reduced to its sentence", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const server = join();
  server.say({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null });
  await server.next("status");
  const sentence = { level: "warn", time: "2020-01-01T00:00:00.000Z", part: "engine", msg: "odd" };

  for (let number = 1; number <= 50; number += 1) troubles.record(`{"msg":"${number}"}`);
  vi.advanceTimersByTime(1000);
  troubles.record(JSON.stringify({ ...sentence, stack: "at ".repeat(5000) }));

  for (let number = 1; number <= 20; number += 1)
    expect((await server.next("log")).line).toBe(`{"msg":"${number}"}`);
  expect(JSON.parse((await server.next("log")).line)).toEqual(sentence);
});

test("[L12] a ninth server is turned away", async () => {
  for (let count = 0; count < 8; count += 1) await join().next("hello");
  const ninth = join();

  await once(ninth.socket, "close");
  expect(ninth.socket.bytesRead).toBe(0);
});
