import { randomUUID } from "node:crypto";
import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "@neonrelay/process/log";
import { LEDGER_SPAN_MS, type SessionRow } from "../protocol/index.ts";
import { SessionLog } from "./session-log.ts";

const log = createLog({ part: "test", level: "silent" });
const SPAN_MS = 2000 * LEDGER_SPAN_MS;
const EDGE = "00000000-0000-4000-8000-00000000000e";
let folder = "";
let open: SessionLog[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "session-log-"));
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map(async (each) => each.close()));
  await rm(folder, { recursive: true });
});

function start(limits?: {
  readonly segmentBytes: number;
  readonly totalBytes: number;
  readonly maxPending: number;
}): SessionLog {
  const made = new SessionLog({
    folder,
    log,
    checkpoint: () => [],
    ...(limits === undefined ? {} : { limits }),
  });
  open.push(made);
  return made;
}

async function restart(before: SessionLog): Promise<SessionLog> {
  await before.close();
  open = open.filter((each) => each !== before);
  return start();
}

function row(country: string | null = "DE"): Omit<SessionRow, "number"> {
  return {
    sessionId: randomUUID(),
    startedAtMs: SPAN_MS,
    fromMs: SPAN_MS,
    toMs: SPAN_MS + 2000,
    seconds: 2,
    bytes: 10,
    isFirst: true,
    isLast: true,
    day: "2026-11-30",
    hash: "0".repeat(32),
    mount: "/stream.mp3",
    via: "stream",
    edge: null,
    player: "VLC",
    device: "computer",
    country,
    subdivision: null,
    address: null,
  };
}

function record(ledger: SessionLog, count: number): void {
  for (let index = 0; index < count; index += 1) ledger.recordRow(row());
}

function numbersOf(rows: readonly SessionRow[]): readonly number[] {
  return rows.map(({ number }) => number);
}

async function files(): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
}

test("[S146] rows are given until the server has stored them, each once", async () => {
  const ledger = start();
  record(ledger, 5);

  const first = await ledger.take({ stored: null, most: 2 });
  const again = await ledger.take({ stored: null, most: 2 });
  const { ledgerId } = first;
  const rest = await ledger.take({ stored: { ledgerId, number: 2 }, most: 10 });

  expect(numbersOf(first.rows)).toEqual([1, 2]);
  expect(first.hasMore).toBe(true);
  expect(again).toEqual(first);
  expect(numbersOf(rest.rows)).toEqual([3, 4, 5]);
  expect(rest.hasMore).toBe(false);
});

test("[S146] a position in another ledger counts as none", async () => {
  const ledger = start();
  record(ledger, 2);

  const taken = await ledger.take({ stored: { ledgerId: randomUUID(), number: 2 }, most: 10 });

  expect(numbersOf(taken.rows)).toEqual([1, 2]);
});

test("[S146] numbers and rows go on after a restart, and a torn last line is ignored", async () => {
  const before = start();
  record(before, 2);
  await before.settled();
  const [newest = ""] = (await files()).slice(-1);
  await appendFile(path.join(folder, newest), '{"kind":"row","row":{"sess');
  const after = await restart(before);
  record(after, 1);

  const taken = await after.take({ stored: null, most: 10 });

  expect(taken.ledgerId).toBe(before.ledgerId);
  expect(numbersOf(taken.rows)).toEqual([1, 2, 3]);
});

test("[S146] a file whose rows are stored is removed", async () => {
  const ledger = start({ segmentBytes: 2000, totalBytes: 1_000_000, maxPending: 1000 });
  for (let batch = 0; batch < 4; batch += 1) {
    record(ledger, 10);
    await ledger.settled();
  }
  const before = await files();

  await ledger.take({ stored: { ledgerId: ledger.ledgerId, number: 40 }, most: 10 });

  expect(before.length).toBe(4);
  expect((await files()).length).toBe(1);
});

test("[S146] when the ledger is full its oldest rows become sums by span, mount and country", async () => {
  const ledger = start({ segmentBytes: 3000, totalBytes: 12_000, maxPending: 1000 });
  for (let batch = 0; batch < 10; batch += 1) {
    record(ledger, 10);
    await ledger.settled();
  }

  const { rows, lost } = await ledger.take({ stored: null, most: 1000 });

  expect(rows.length).toBeLessThan(100);
  expect(lost).toEqual([
    {
      number: 100 - rows.length,
      spanFromMs: SPAN_MS,
      mount: "/stream.mp3",
      country: "DE",
      seconds: 2 * (100 - rows.length),
      sessions: 100 - rows.length,
    },
  ]);
});

test("[S146] sums outlast a restart, and rows that the server was given are not summed up", async () => {
  const limits = { segmentBytes: 3000, totalBytes: 12_000, maxPending: 1000 };
  const before = start(limits);
  record(before, 10);
  const given = await before.take({ stored: null, most: 1000 });
  for (let batch = 0; batch < 10; batch += 1) {
    record(before, 10);
    await before.settled();
  }
  const after = await restart(before);

  const { rows, lost } = await after.take({ stored: null, most: 1000 });

  expect(rows.slice(0, 10)).toEqual(given.rows);
  expect(rows.length + lost.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(110);
});

test("[S146] lines that the disk does not take are bounded, and their rows become sums", async () => {
  const ledger = start({ segmentBytes: 1_000_000, totalBytes: 10_000_000, maxPending: 100 });
  record(ledger, 250);

  const { rows, lost } = await ledger.take({ stored: null, most: 1000 });

  expect(rows.length).toBe(48);
  expect(lost).toMatchObject([{ number: 202, sessions: 202, seconds: 404 }]);
});

test("[S146] whoever begins to wait while the disk is busy is called too", async () => {
  const ledger = start();
  record(ledger, 1);
  const waiting: Promise<void>[] = [];
  const first = ledger.settled();
  for (let turn = 0; turn < 2000; turn += 1) {
    waiting.push(ledger.settled());
    await new Promise(setImmediate);
  }

  await expect(Promise.all([first, ...waiting])).resolves.toHaveLength(2001);
});

test("[S148] what came from an edge is known after a restart", async () => {
  const before = start();
  const position = { edgeId: EDGE, ledgerId: randomUUID(), number: 7 };
  before.recordEdge({ position, rows: [{ ...row(), number: 7 }], lost: [] });
  const after = await restart(before);

  expect(after.positionOf(EDGE)).toEqual(position);
  expect(numbersOf((await after.take({ stored: null, most: 10 })).rows)).toEqual([1]);
});

test("[S146] a file that can't be read is moved aside, and the ledger goes on from the one before", async () => {
  const before = start();
  record(before, 2);
  await before.settled();
  await writeFile(path.join(folder, "listeners-000000009.jsonl"), "nonsense\n");
  const after = await restart(before);
  record(after, 1);

  expect(numbersOf((await after.take({ stored: null, most: 10 })).rows)).toEqual([1, 2, 3]);
  expect(await readdir(folder)).toContain("damaged.jsonl");
});
