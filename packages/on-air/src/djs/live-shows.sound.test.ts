// @module-tag ffmpeg
import type { ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import type { LiveSlot } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import { startTestOnAir, TestServerSide } from "../start/test-on-air.ts";
import {
  broadcastTone,
  FFMPEG_AHEAD_SECONDS,
  makeMp3,
  makeTestAccount,
  RawDj,
  Recording,
  sourceHead,
  TEST_CLOCK_SPEED,
  type TestAccount,
} from "./test-dj.ts";
import { DjMonitor } from "./test-dj-monitor.ts";

const hz = { track: 440, ada: 880, bob: 1320 } as const;
const tones = Object.values(hz);
const mp3 = ["-c:a", "libmp3lame", "-b:a", "320k", "-content_type", "audio/mpeg", "-f", "mp3"];
const HOUR_MS = 3_600_000;
let [ada, bob] = [makeTestAccount("Ada"), makeTestAccount("Bob")];
let folder = "";
let onAir: RunningOnAir;
let url = "";
let server: TestServerSide;
let watch: DjMonitor;
let bobSound: Buffer;
let programs: ChildProcess[] = [];
let raws: RawDj[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "live-shows-"));
  const file = path.join(folder, "track.flac");
  await makeTone({ file, hz: hz.track, seconds: 300 });
  bobSound = await makeMp3(folder, { hz: hz.bob, seconds: 120 });
  ({ onAir, url } = await startTestOnAir(folder, {
    clockSpeed: TEST_CLOCK_SPEED,
    shoutcastPort: 0,
  }));
  server = new TestServerSide(folder);
  watch = new DjMonitor(server, { clockSpeed: TEST_CLOCK_SPEED });
  await server.giveTrack(file);
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  [ada, bob] = [makeTestAccount("Ada"), makeTestAccount("Bob")];
  await server.order("setDjKeys", { keys: [ada.account, bob.account] });
  await watch.heardFor("library", 0);
});
afterEach(async () => {
  for (const program of programs) program.kill("SIGKILL");
  for (const raw of raws) raw.close();
  [programs, raws] = [[], []];
  await server.order("setLiveSlots", { slots: [], keysWork: "always" });
  // Revoke all keys, so that no DJ plays out.
  await server.order("setDjKeys", { keys: [] });
  await watch.reached([]);
});

/** A show with one host. @param times in ms from now */
function slotOf(
  { account }: TestAccount,
  times: {
    readonly from: number;
    readonly until?: number;
    readonly grace?: number;
    readonly overrun?: number;
  },
): LiveSlot {
  const { from, until = HOUR_MS, grace = HOUR_MS, overrun = 0 } = times;
  const nowMs = Date.now();
  return {
    slotId: `${account.userId} ${nowMs + from}`,
    showName: `${account.djName}'s Show`,
    fromMs: nowMs + from,
    untilMs: nowMs + until,
    opensMs: nowMs + from - HOUR_MS,
    graceUntilMs: Math.min(nowMs + from + grace, nowMs + until),
    overrunUntilMs: nowMs + until + overrun,
    hostIds: [account.userId],
    admits: "hosts",
    words: { opens: "2027-03-01 19:00", begins: "20:00", ends: "21:00" },
  };
}

async function follow(...slots: readonly LiveSlot[]): Promise<void> {
  await server.order("setLiveSlots", { slots: [...slots], keysWork: "always" });
}

/** Connects Ada's ffmpeg. */
function connectAda(): void {
  const aheadSeconds = FFMPEG_AHEAD_SECONDS;
  programs.push(broadcastTone({ dj: ada, url, hz: hz.ada, options: mp3, aheadSeconds }));
}

function connectBob(): RawDj {
  const port = Number(new URL(url).port);
  const head = sourceHead(bob);
  const dj = new RawDj({ port, address: "127.0.0.1", head, clockSpeed: TEST_CLOCK_SPEED });
  raws.push(dj);
  return dj;
}

/** Waits until that DJ is first heard. @returns when */
async function beganAtMs(djName: string): Promise<number> {
  const find = () =>
    watch.events.findLast((event) => event.type === "live.began" && event.djName === djName);
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  const event = find();
  return event?.type === "live.began" ? event.atMs : 0;
}

/** Waits until that DJ leaves for that reason. @returns when */
async function leftAtMs(dj: TestAccount, reason: string): Promise<number> {
  const find = () =>
    watch.events.findLast(
      (event) => event.type === "live.left" && event.djName === dj.account.djName,
    );
  await expect.poll(find, { timeout: 60_000 }).toMatchObject({ reason });
  const event = find();
  return event?.type === "live.left" ? event.atMs : 0;
}

test("[P100][P101] a host who comes early waits, and is on air when the show starts", async () => {
  await follow(slotOf(ada, { from: HOUR_MS / 2 }));
  connectAda();
  await watch.reached(["Ada waiting"]);
  await watch.heardFor("library", 8000);

  const slot = slotOf(ada, { from: 3000 });
  await follow(slot);
  await watch.reached(["Ada on-air"]);

  expect(await beganAtMs("Ada")).toBeGreaterThanOrEqual(slot.fromMs);
});

test("[P102][P103] an absent host is reported once, and goes on air at once when they do come", async () => {
  await follow(slotOf(ada, { from: -2000, grace: 1000 }));
  const absences = () => watch.events.filter((event) => event.type === "live.absent");
  await expect.poll(absences).toMatchObject([{ showName: "Ada's Show", ends: "21:00" }]);

  connectAda();
  await watch.reached(["Ada on-air"]);

  expect(absences()).toHaveLength(1);
});

test("[P103] a host who was on air within the grace is not reported absent", async () => {
  await follow({ ...slotOf(ada, { from: -1000 }), showName: "Attended" });
  connectAda();
  await watch.reached(["Ada on-air"]);

  await follow({ ...slotOf(ada, { from: -1000, grace: 0 }), showName: "Attended" });
  await watch.heardFor("live", 4000);

  const absent = watch.events.filter(
    (event) => event.type === "live.absent" && event.showName === "Attended",
  );
  expect(absent).toEqual([]);
});

test("[P104] a host continues into the overrun, then fades out and is disconnected", async () => {
  const slot = slotOf(ada, { from: -1000 });
  await follow(slot);
  connectAda();
  await watch.reached(["Ada on-air"]);

  const untilMs = Date.now() + 1000;
  const overrunUntilMs = untilMs + 4000;
  await follow({ ...slot, untilMs, overrunUntilMs });
  const leftMs = await leftAtMs(ada, `the time of "Ada's Show" is over`);
  await watch.heardFor("library", 1000);

  // What goes on air then reaches listeners up to 0.5 s later (P34).
  expect(leftMs).toBeGreaterThanOrEqual(overrunUntilMs - 500);
});

test("[P105] the next host takes over when their show starts, without a gap", async () => {
  const first = slotOf(ada, { from: -1000 });
  const second = slotOf(bob, { from: HOUR_MS, until: 2 * HOUR_MS });
  await follow(first, { ...second, opensMs: first.opensMs });
  connectAda();
  await watch.reached(["Ada on-air"]);
  const recording = new Recording(url);
  connectBob().pace(bobSound);
  await watch.reached(["Ada on-air", "Bob waiting"]);
  await watch.heardFor("live", 4000);

  const turnMs = Date.now() + 3000;
  await follow(
    { ...first, untilMs: turnMs, overrunUntilMs: turnMs },
    { ...second, opensMs: first.opensMs, fromMs: turnMs },
  );
  await watch.reached(["Bob on-air"]);
  await leftAtMs(ada, `the time of "Ada's Show" is over`);
  await watch.heardFor("live", 4000);

  expect(await beganAtMs("Bob")).toBeGreaterThanOrEqual(turnMs);
  const heard = await recording.tones(folder, tones);
  expect(heard.slice(-2)).toEqual([hz.ada, hz.bob]);
});

test("[P105] a host in the overrun yields to the next one as soon as they come", async () => {
  const first = slotOf(ada, { from: -5000 });
  await follow(first);
  connectAda();
  await watch.reached(["Ada on-air"]);
  const untilMs = Date.now();
  const second = { ...slotOf(bob, { from: 0 }), fromMs: untilMs };
  await follow({ ...first, untilMs, overrunUntilMs: untilMs + HOUR_MS }, second);

  connectBob().pace(bobSound);
  await watch.reached(["Ada waiting", "Bob on-air"]);
});

test("[P101] a DJ who is not a host leaves when a show starts, once its host is on air", async () => {
  connectBob().pace(bobSound);
  await watch.reached(["Bob on-air"]);
  const later = slotOf(ada, { from: HOUR_MS / 2 });
  await follow(later);
  connectAda();
  await watch.reached(["Bob on-air", "Ada waiting"]);

  await follow({ ...later, fromMs: Date.now() });
  await watch.reached(["Ada on-air"]);

  await leftAtMs(bob, `"Ada's Show" has begun`);
});

test("[P107] the DJ on air stays until the grace for an absent host is over; a waiting DJ leaves", async () => {
  connectBob().pace(bobSound);
  await watch.reached(["Bob on-air"]);
  connectAda();
  await watch.reached(["Bob on-air", "Ada waiting"]);

  const slot = slotOf(makeTestAccount("Cleo"), { from: 0 });
  await follow(slot);
  await watch.reached(["Bob on-air"]);
  const graceUntilMs = Date.now() + 1000;
  await follow({ ...slot, graceUntilMs });
  const leftMs = await leftAtMs(bob, `"Cleo's Show" has begun`);
  await watch.heardFor("library", 1000);

  // As above: up to 0.5 s before listeners hear it (P34).
  expect(leftMs).toBeGreaterThanOrEqual(graceUntilMs - 500);
});

test("[S12] a key used during someone else's show is refused with the reason, and reported once", async () => {
  await follow(slotOf(ada, { from: -1000 }));
  const reason = `Only the hosts of "Ada's Show" can connect until 21:00.`;

  const answers = [await connectBob().answered("21:00"), await connectBob().answered("21:00")];

  const found = () => watch.events.filter((event) => event.type === "live.refused");
  await expect.poll(found).toMatchObject([{ username: "bob", reason }]);
  for (const answer of answers) expect(answer).toContain(`403 Forbidden`);
  for (const answer of answers) expect(answer).toContain(reason);
});

test("[S12] over SHOUTcast's protocol the reason is the answer", async () => {
  await follow(slotOf(ada, { from: -1000 }));
  const port = onAir.shoutcastPort ?? 0;
  const head = `${bob.key}\r\n`;

  const dj = new RawDj({ port, address: "127.0.0.1", head, clockSpeed: TEST_CLOCK_SPEED });
  raws.push(dj);

  expect(await dj.answered("21:00")).toBe(
    `Only the hosts of "Ada's Show" can connect until 21:00.\r\n`,
  );
});

test("[S12] the slots are on disk, without keys in plain text", async () => {
  await follow(slotOf(ada, { from: -1000 }));

  const kept = () => readFile(path.join(folder, "live-slots.json"), "utf8");
  await expect.poll(kept).toContain(ada.account.userId);
  expect(await kept()).not.toContain(ada.key);
});
