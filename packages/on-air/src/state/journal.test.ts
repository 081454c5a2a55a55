import { once } from "node:events";
import { EventEmitter } from "node:events";
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "@neonrelay/process/log";
import type { OnAirEvent } from "../protocol/index.ts";
import { Journal, MAX_JOURNAL_EVENTS } from "./journal.ts";

const log = createLog({ part: "test", level: "silent" });
let folder = "";
let file = "";

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "journal-"));
  file = path.join(folder, "journal.jsonl");
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function failure(detail: string): OnAirEvent {
  return {
    type: "track.failed",
    trackId: "00000000-0000-4000-8000-000000000001",
    entryId: null,
    itemId: null,
    atMs: 5,
    detail,
  };
}

async function writeJournal(details: readonly string[]): Promise<Journal> {
  const journal = new Journal({ path: file, log });
  for (const detail of details) journal.append(failure(detail));
  await journal.close();
  return journal;
}

test("events and their numbers survive the process", async () => {
  const first = await writeJournal(["a", "b"]);
  const second = new Journal({ path: file, log });

  expect(second.journalId).toBe(first.journalId);
  expect(second.after(0)).toEqual([
    { number: 1, event: failure("a") },
    { number: 2, event: failure("b") },
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  second.append(failure("c"));
  await second.close();
  expect(new Journal({ path: file, log }).after(2)).toEqual([{ number: 3, event: failure("c") }]);
});

test("a journal's id survives the process, even without any event", async () => {
  const first = new Journal({ path: file, log });
  first.keepId();
  await first.close();
  const second = new Journal({ path: file, log });
  second.append(failure("a"));
  await second.close();

  expect(second.journalId).toBe(first.journalId);
  expect(new Journal({ path: file, log }).after(0)).toEqual([{ number: 1, event: failure("a") }]);
});

test("a play journalled by an older release is read as a library play", async () => {
  const journalId = "00000000-0000-4000-8000-000000000007";
  const play = {
    playId: "00000000-0000-4000-8000-000000000002",
    trackId: "00000000-0000-4000-8000-000000000001",
    entryId: null,
    itemId: null,
    requestedBy: null,
    title: "Old",
    artist: "Test",
    startMs: 1,
    audioStartMs: 1,
    startedAtMs: 1,
    durationMs: null,
  };
  const lines = [
    { journalId, firstNumber: 1 },
    { number: 1, event: { type: "play.started", play } },
  ];
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

  const [entry] = new Journal({ path: file, log }).after(0);

  const added = { kind: "library", sessionId: null, djName: null };
  expect(entry?.event).toEqual({ type: "play.started", play: { ...play, ...added } });
});

test("a line truncated by a crash is dropped, and its number is reused", async () => {
  const first = await writeJournal(["a"]);
  await appendFile(file, '{"number":2,"event":{"type":"track.f');

  const second = new Journal({ path: file, log });
  second.append(failure("b"));
  await second.close();

  const third = new Journal({ path: file, log });
  expect(third.journalId).toBe(first.journalId);
  expect(third.after(0).map(({ number, event }) => [number, event])).toEqual([
    [1, failure("a")],
    [2, failure("b")],
  ]);
});

test("a damaged journal is moved aside and a new one started", async () => {
  const first = await writeJournal(["a", "b", "c"]);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace('"number":2', '"number":7'));

  const second = new Journal({ path: file, log });

  expect(second.journalId).not.toBe(first.journalId);
  expect(second.after(0)).toEqual([]);
  expect(await readdir(folder)).toContain("journal.jsonl.damaged");
});

test("events are announced only once they are on disk", async () => {
  const journal = new Journal({ path: file, log });
  const durable = new EventEmitter();
  journal.onDurable(() => durable.emit("durable"));

  const announced = once(durable, "durable");
  journal.append(failure("a"));
  expect(journal.after(0)).toEqual([]);
  await announced;

  expect(journal.after(0)).toHaveLength(1);
  expect(await readFile(file, "utf8")).toContain('"detail":"a"');
  await journal.close();
});

test("acknowledged events leave the file, and numbering continues", async () => {
  const journal = new Journal({ path: file, log });
  const durable = new EventEmitter();
  journal.onDurable(() => durable.emit("durable"));
  const written = once(durable, "durable");
  for (let number = 1; number <= 1500; number += 1) journal.append(failure(String(number)));
  await written;

  journal.acknowledge(1499);
  await journal.close();

  const next = new Journal({ path: file, log });
  expect(next.after(0)).toEqual([{ number: 1500, event: failure("1500") }]);
  next.append(failure("1501"));
  await next.close();
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(lines).toHaveLength(3);
});

test("a server that never comes back costs the oldest events, not the disk", async () => {
  const journal = new Journal({ path: file, log });
  for (let number = 1; number <= MAX_JOURNAL_EVENTS + 5; number += 1) journal.append(failure("x"));
  await journal.close();

  const kept = new Journal({ path: file, log }).after(0);
  expect(kept).toHaveLength(MAX_JOURNAL_EVENTS);
  expect(kept[0]?.number).toBe(6);
});
