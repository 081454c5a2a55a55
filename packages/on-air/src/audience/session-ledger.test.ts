import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LEDGER_SPAN_MS, type SessionRow } from "../protocol/index.ts";
import { TestLedger } from "./test-ledger.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let folder = "";
let ledgers: TestLedger[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "ledger-"));
  ledgers = [];
});
afterEach(async () => {
  await Promise.all(ledgers.map(async (ledger) => ledger.close()));
  await rm(folder, { recursive: true });
});

function start(clocks?: TestLedger["clocks"]): TestLedger {
  const ledger = new TestLedger(folder, clocks);
  ledgers.push(ledger);
  return ledger;
}

/** Its process is killed, and the next run begins. */
async function kill(ledger: TestLedger): Promise<TestLedger> {
  await ledger.ledger.log.settled();
  await ledger.close();
  ledgers = ledgers.filter((each) => each !== ledger);
  return start(ledger.clocks);
}

function sessionsOf(rows: readonly SessionRow[]): number {
  return new Set(rows.map(({ sessionId }) => sessionId)).size;
}

function secondsOf(rows: readonly SessionRow[]): number {
  return rows.reduce((sum, { seconds }) => sum + seconds, 0);
}

test("[S140] a session has one row per quarter of an hour, and its last one says so", async () => {
  const station = start();
  let sent = 0;
  const leave = station.come({ bytes: () => sent });

  sent = 1000;
  station.pass(20 * MINUTE_MS);
  sent = 1500;
  leave();
  station.pass(31_000);
  const rows = await station.rows();

  expect(rows).toMatchObject([
    { number: 1, seconds: 14 * 60, bytes: 1000, isFirst: true, isLast: false, player: "VLC" },
    { number: 2, seconds: 6 * 60, bytes: 500, isFirst: false, isLast: true, country: "DE" },
  ]);
  expect(rows[0]?.toMs).toBe(rows[1]?.fromMs);
  expect((rows[0]?.toMs ?? 0) % LEDGER_SPAN_MS).toBe(0);
  expect(sessionsOf(rows)).toBe(1);
});

test("[S141] a listener who is back within 30 s goes on with their session; the pause is not heard", async () => {
  const station = start();
  const leave = station.come();
  station.pass(60_000);
  leave();
  station.pass(29_000);

  const leaveAgain = station.come();
  station.pass(60_000);
  leaveAgain();
  station.pass(31_000);

  expect(await station.rows()).toMatchObject([{ seconds: 120, isFirst: true, isLast: true }]);
});

test("[S141] after 30 s it is another session", async () => {
  const station = start();
  station.come()();
  station.pass(31_000);
  station.come()();
  station.pass(31_000);

  expect(sessionsOf(await station.rows())).toBe(2);
});

test("[S141] several behind one address are matched one to one", async () => {
  const station = start();
  const leaves = [station.come(), station.come(), station.come()];
  station.pass(60_000);
  for (const leave of leaves) leave();
  station.pass(10_000);

  const again = [station.come(), station.come(), station.come(), station.come()];
  station.pass(60_000);
  for (const leave of again) leave();
  station.pass(31_000);
  const rows = await station.rows();

  expect(rows.map(({ seconds }) => seconds)).toEqual([120, 120, 120, 60]);
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(1);
});

test("[S141] another player or address is another session", async () => {
  const station = start();
  station.come()();
  station.come({ userAgent: "mpv 0.35" })();
  station.come({ address: "192.0.2.2" })();
  station.pass(31_000);

  expect(sessionsOf(await station.rows())).toBe(3);
});

test("[S140] connections of one cid are one session, until the last has closed", async () => {
  const station = start();
  const cid = "00000000-0000-4000-8000-000000000001";
  const first = station.come({ cid });
  station.pass(10_000);
  const second = station.come({ cid });
  station.pass(10_000);
  first();
  station.pass(10_000);
  second();
  station.pass(31_000);

  expect(await station.rows()).toMatchObject([{ seconds: 30, isLast: true }]);
});

test("[S140] bots have no session", async () => {
  const station = start();
  station.come({ userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1)" })();
  station.pass(31_000);

  expect(await station.rows()).toEqual([]);
});

test("[S142] after a kill a session ends at the last note, and goes on when its listener is back", async () => {
  const before = start();
  before.come();
  before.come({ address: "192.0.2.2" });
  before.pass(60_000);
  before.clocks.pass(400);
  const after = await kill(before);
  after.clocks.pass(3000);

  const leave = after.come();
  after.pass(60_000);
  leave();
  after.pass(31_000);
  const rows = await after.rows();

  expect(rows.map(({ seconds }) => Math.round(seconds))).toEqual([60, 120]);
  expect(sessionsOf(rows)).toBe(2);
});

test("[S142] a session that was cut before the kill has each of its rows once", async () => {
  const before = start();
  const leave = before.come();
  before.pass(20 * MINUTE_MS);
  leave();
  const after = await kill(before);
  after.pass(31_000);
  const rows = await after.rows();

  expect(rows.map(({ number, isLast }) => ({ number, isLast }))).toEqual([
    { number: 1, isLast: false },
    { number: 2, isLast: true },
  ]);
  expect(secondsOf(rows)).toBe(20 * 60);
});

test.each([-DAY_MS, 365 * DAY_MS])(
  "[S143] a wall clock that is set by %i ms changes stamps, not what was heard",
  async (jumpMs) => {
    const station = start();
    const leave = station.come();
    station.pass(60_000);
    station.clocks.wall += jumpMs;
    station.pass(60_000);
    leave();
    station.pass(31_000);
    const rows = await station.rows();

    expect(Math.round(secondsOf(rows))).toBe(120);
    expect(sessionsOf(rows)).toBe(1);
    for (const { startedAtMs, fromMs, toMs } of rows) {
      expect(startedAtMs).toBeLessThanOrEqual(fromMs);
      expect(fromMs).toBeLessThanOrEqual(toMs);
    }
  },
);

test("[S144] at the station's midnight a listener gets the hash of the new day, and the old salt is gone", async () => {
  const station = start();
  station.timeZone = "Asia/Kathmandu"; // 18:15 UTC
  station.pass(15 * MINUTE_MS);
  station.clocks.pass(6 * 60 * MINUTE_MS - 16 * MINUTE_MS);
  const leave = station.come();
  await station.ledger.log.settled();
  const saltsBefore = await readFile(path.join(folder, "salts.json"), "utf8");
  station.pass(30 * MINUTE_MS);
  leave();
  station.pass(31_000);
  const rows = await station.rows();
  await station.close();
  ledgers = [];

  const [first] = rows;
  const last = rows.at(-1);
  expect([first?.day, last?.day]).toEqual(["2026-11-30", "2026-12-01"]);
  expect(last?.hash).not.toBe(first?.hash);
  const saltsAfter = await readFile(path.join(folder, "salts.json"), "utf8");
  expect(saltsBefore).toContain("2026-11-30");
  expect(saltsAfter).not.toContain("2026-11-30");
  expect((await stat(path.join(folder, "salts.json"))).mode & 0o777).toBe(0o600);
});

test("[S144] no row and no file names the listener's address", async () => {
  const station = start();
  station.come({ address: "203.0.113.77" });
  station.pass(20 * MINUTE_MS);
  await station.ledger.log.settled();

  const file = path.join(folder, "listeners", "listeners-000000001.jsonl");
  expect(await readFile(file, "utf8")).not.toContain("203.0.113.77");
});

test("[S144] two addresses of one IPv6 network are one listener", async () => {
  const station = start();
  station.come({ address: "2001:db8::1" })();
  station.come({ address: "2001:db8::2" })();
  station.pass(31_000);
  const rows = await station.rows();

  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(1);
});

test("[S140] ten thousand sessions that end in one second are ten thousand rows", async () => {
  const station = start();
  const leaves = Array.from({ length: 10_000 }, (_, index) =>
    station.come({ address: `10.0.${index >> 8}.${index & 255}` }),
  );
  station.pass(5000);
  for (const leave of leaves) leave();
  station.pass(31_000);
  const rows = await station.rows();

  expect(sessionsOf(rows)).toBe(10_000);
  expect(secondsOf(rows)).toBe(50_000);
});

test("[S147] the server sees who listens now, and can end their connection", () => {
  const station = start();
  station.come();
  station.pass(10_000);
  const [listener] = station.ledger.listeningNow;

  expect(listener).toMatchObject({ seconds: 10, player: "VLC", mount: "/stream.mp3" });
  expect(station.ledger.disconnect(listener?.sessionId ?? "")).toBe(true);
  expect(station.ledger.disconnect("00000000-0000-4000-8000-000000000009")).toBe(false);
});

test("[S145] a listener of HLS heard the segments that they could fetch", async () => {
  const station = start();
  const listener = station.ledger.fetching({
    mount: "/hls",
    via: "web",
    address: "192.0.2.1",
    userAgent: "VLC/3.0.18 LibVLC",
  });
  for (let segments = 0; segments < 10; segments += 1) {
    listener.heard({ seconds: 6, bytes: 100 });
    station.pass(6000);
  }
  station.pass(18_000);
  listener.ended(18_000);
  station.pass(31_000);

  expect(await station.rows()).toMatchObject([
    { mount: "/hls", via: "web", seconds: 60, bytes: 1000, isLast: true },
  ]);
});
