// @module-tag ffmpeg
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import { startTestOnAir, TestServerSide } from "../start/test-on-air.ts";
import {
  basicOf,
  broadcastTone,
  FFMPEG_AHEAD_SECONDS,
  makeMp3,
  makeTestAccount,
  MP3_SECOND_BYTES,
  RawDj,
  Recording,
  TEST_CLOCK_SPEED,
  sourceHead,
  type TestAccount,
} from "./test-dj.ts";
import { DjMonitor } from "./test-dj-monitor.ts";

const track = 440;
const hz = { ada: 880, bob: 1320 } as const;
const tones = [track, hz.ada, hz.bob];
let [ada, bob] = [makeTestAccount("Ada"), makeTestAccount("Bob")];
let folder = "";
let onAir: RunningOnAir;
let url = "";
let server: TestServerSide;
let watch: DjMonitor;
let ffmpegs: ChildProcess[] = [];
let raws: RawDj[] = [];
let adaSound: Buffer;
let bobSound: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "live-"));
  await makeTone({ file: path.join(folder, "track.flac"), hz: track, seconds: 120 });
  [adaSound, bobSound] = await Promise.all([
    makeMp3(folder, { hz: hz.ada, seconds: 60 }),
    makeMp3(folder, { hz: hz.bob, seconds: 60 }),
  ]);
  ({ onAir, url } = await startTestOnAir(folder, {
    shoutcastPort: 0,
    clockSpeed: TEST_CLOCK_SPEED,
  }));
  server = new TestServerSide(folder);
  watch = new DjMonitor(server, { clockSpeed: TEST_CLOCK_SPEED });
  await server.giveTrack(path.join(folder, "track.flac"));
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  // New accounts in each test, so that no ban carries over.
  [ada, bob] = [makeTestAccount("Ada"), makeTestAccount("Bob")];
  await server.order("setDjKeys", { keys: [ada.account, bob.account] });
});
afterEach(async () => {
  for (const ffmpeg of ffmpegs) ffmpeg.kill("SIGKILL");
  for (const raw of raws) raw.close();
  [ffmpegs, raws] = [[], []];
  // Revoke all keys, so that no DJ plays out.
  await server.order("setDjKeys", { keys: [] });
  await watch.reached([]);
});

function ffmpeg(dj: TestAccount, options: readonly string[]): ChildProcess {
  const aheadSeconds = FFMPEG_AHEAD_SECONDS;
  const child = broadcastTone({ dj, url, hz: hz.ada, options, aheadSeconds });
  ffmpegs.push(child);
  return child;
}

interface From {
  readonly port?: number | null;
  /** Another loopback address, so that limits and bans affect only this test. */
  readonly address?: string;
}

function raw(head: string, { port, address = "127.0.0.1" }: From = {}): RawDj {
  const dj = new RawDj({
    port: port ?? Number(new URL(url).port),
    address,
    head,
    clockSpeed: TEST_CLOCK_SPEED,
  });
  raws.push(dj);
  return dj;
}

test.each([
  [
    "AAC by SOURCE",
    [
      "-c:a",
      "aac",
      "-b:a",
      "320k",
      "-content_type",
      "audio/aac",
      "-legacy_icecast",
      "1",
      "-f",
      "adts",
    ],
  ],
  [
    "Opus by PUT",
    ["-c:a", "libopus", "-b:a", "256k", "-content_type", "application/ogg", "-f", "ogg"],
  ],
])(
  "[P50][S1] a DJ whose ffmpeg sends %s is heard with no gap before or after",
  async (_kind, options) => {
    await watch.heardFor("library", 500);
    const recording = new Recording(url);
    const dj = ffmpeg(ada, options);
    await watch.reached(["Ada on-air"]);
    await watch.heardFor("live", 2000);
    const session = watch.session;
    dj.kill("SIGKILL");
    await watch.heardFor("library", 4000);

    expect((await recording.tones(folder, tones)).slice(-3)).toEqual([track, hz.ada, track]);
    await expect
      .poll(() => watch.eventsOf(session))
      .toMatchObject([
        {
          type: "play.started",
          play: { kind: "live", djName: "Ada", trackId: null, artist: "Ada", title: "Live" },
        },
        { type: "live.began", djName: "Ada" },
        { type: "live.left", djName: "Ada", reason: null },
      ]);
  },
);

test("[P51] a second DJ is accepted, waits, and goes on air when the first leaves", async () => {
  const first = raw(sourceHead(ada));
  expect(await first.answered("\r\n\r\n")).toMatch(/^HTTP\/1\.0 200 OK\r\n/);
  first.pace(adaSound);
  await watch.reached(["Ada on-air"]);
  const recording = new Recording(url);
  const second = raw(sourceHead(bob));
  expect(await second.answered("\r\n\r\n")).toMatch(/^HTTP\/1\.0 200 OK\r\n/);
  second.pace(bobSound);
  await watch.reached(["Ada on-air", "Bob waiting"]);

  await watch.heardFor("live", 2000);
  first.socket.end();
  await watch.reached(["Bob on-air"]);
  await watch.heardFor("live", 4000);

  expect((await recording.tones(folder, tones)).slice(-2)).toEqual([hz.ada, hz.bob]);
});

test("[P52][S6] titles in any charset appear with the sound sent at that moment", async () => {
  const dj = raw(sourceHead(ada));
  dj.pace(adaSound);
  await watch.reached(["Ada on-air"]);
  const session = watch.session;
  const update = async (query: string, authorization = basicOf(ada)): Promise<string> => {
    const headers = { authorization };
    const answer = await fetch(`${url}/admin/metadata?mode=updinfo&${query}`, { headers });
    return `${answer.status} ${await answer.text()}`;
  };
  const before = watch.status.live;
  const heardBeforeMs = watch.heardMs;

  expect(await update("mount=/live&song=Sigur%20R%F3s%20-%20Hopp%EDpolla")).toContain(
    "<return>1</return>",
  );
  const { now } = await server.statusWhen((status) => status.now?.artist === "Sigur Rós");
  expect(await update("mount=/other&song=x")).toMatch(/^404/);
  expect(await update("mount=/live&song=x", basicOf(bob))).toMatch(/^404/);
  expect(await update("mount=/live&song=x", "Basic bm9ib2R5Om5vdGhpbmc=")).toMatch(/^401/);

  expect(before).toMatchObject([{ title: null }]);
  expect(now).toMatchObject({ kind: "live", title: "Hoppípolla", sessionId: session.sessionId });
  // The sound of that moment had not been heard yet.
  expect(now?.startMs).toBeGreaterThan(heardBeforeMs);
  const shown = async (): Promise<string> => (await fetch(`${url}/status-json.xsl`)).text();
  await expect.poll(shown).toContain('"title":"Sigur Rós - Hoppípolla"');
  await expect
    .poll(() => watch.eventsOf(session).map(({ type }) => type))
    .toEqual(["play.started", "live.began", "play.started"]);
});

test("[P55] automation takes over at once from a DJ whose connection stalls, and fades when they come back", async () => {
  const dj = raw(sourceHead(ada));
  dj.pace(adaSound.subarray(0, 8 * MP3_SECOND_BYTES));
  await watch.reached(["Ada on-air"]);
  const session = watch.session;
  const recording = new Recording(url);
  await watch.heardFor("library", 500);
  await watch.reached(["Ada starting"]);
  dj.pace(adaSound);
  await watch.reached(["Ada on-air"]);
  await watch.heardFor("live", 4000);

  expect((await recording.tones(folder, tones)).slice(-3)).toEqual([hz.ada, track, hz.ada]);
  await expect
    .poll(() => watch.eventsOf(session).map(({ type }) => type))
    .toEqual(["play.started", "live.began", "play.started"]);
});

test("[P58] a DJ who is silent for 20 s gives way to automation until there is sound", async () => {
  const quiet = await makeMp3(folder, { hz: hz.ada, seconds: 30, volumeDb: -60 });
  const dj = raw(sourceHead(ada));
  // All at once: a file is as silent as a microphone, and faster.
  dj.socket.write(Buffer.concat([adaSound.subarray(0, 5 * MP3_SECOND_BYTES), quiet]));
  await watch.reached(["Ada silent"]);
  await watch.heardFor("library", 4000);
  dj.pace(adaSound);

  await watch.reached(["Ada on-air"]);
});

test("[S5] a SHOUTcast source sends its key, headers, then sound; a chunked PUT is heard as well", async () => {
  const { shoutcastPort } = onAir;
  const dj = raw(`${ada.account.username}:${ada.key}\r\n`, { port: shoutcastPort });
  expect(await dj.answered("\r\n\r\n")).toBe("OK2\r\nicy-caps:11\r\n\r\n");
  dj.socket.write("icy-name:Night\r\ncontent-type:audio/mpeg\r\n\r\n");
  dj.pace(adaSound);
  const lines = [`Authorization: ${basicOf(bob)}`, "Transfer-Encoding: chunked", "Host: x"];
  const head = ["PUT /live HTTP/1.1", ...lines, "Expect: 100-continue", "Content-Type: audio/mpeg"];
  const chunked = raw(`${head.join("\r\n")}\r\n\r\n`);
  expect(await chunked.answered("200 OK")).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/,
  );
  chunked.pace(bobSound, (piece) =>
    Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]),
  );
  await watch.reached(["Ada on-air", "Bob waiting"]);
  const title = `/admin.cgi?pass=${ada.key}&mode=updinfo&song=Night%20-%20Owl`;
  for (const port of [shoutcastPort, new URL(url).port])
    expect((await fetch(`http://127.0.0.1:${port}${title}`)).status).toBe(200);
  await expect.poll(() => watch.status.now?.title).toBe("Owl");

  // A DJ whose key is revoked is cut off, and the other goes on air.
  await server.order("setDjKeys", { keys: [bob.account] });
  await watch.reached(["Bob on-air"]);
  expect(await raw("wrong\r\n", { port: shoutcastPort }).answered("\n")).toBe(
    "invalid password\r\n",
  );
});

test("[S3][S4] a source with a wrong key or an unsupported format is refused with a reason, and further tries are slowed down", async () => {
  const answerTo = async (head: string): Promise<string> =>
    (await raw(`${head}\r\n\r\n`, { address: "127.9.0.1" }).answered("\n\r\n")).split("\r\n")[0] ??
    "";
  const good = `Authorization: ${basicOf(ada)}`;
  const bad = `Authorization: ${basicOf({ ...ada, key: "wrong" })}`;

  expect(await answerTo("PUT /live HTTP/1.1")).toBe("HTTP/1.1 401 Unauthorized");
  expect(await answerTo(`SOURCE /other HTTP/1.0\r\n${good}`)).toBe("HTTP/1.1 404 Not Found");
  expect(await answerTo(`PUT /live HTTP/1.1\r\n${good}\r\nContent-Type: video/mp4`)).toBe(
    "HTTP/1.1 415 Unsupported Media Type",
  );
  expect(await answerTo("PUT /live nonsense")).toBe("HTTP/1.1 400 Bad Request");
  expect(await answerTo(`PUT /live HTTP/1.1\r\nx: ${"y".repeat(9000)}`)).toMatch(/ 431 /);
  // Another user's key does not work under your own name.
  const borrowed = { key: bob.key, account: ada.account };
  expect(await answerTo(`PUT /live HTTP/1.1\r\nAuthorization: ${basicOf(borrowed)}`)).toMatch(
    / 401 /,
  );
  expect(await answerTo(`PUT /live HTTP/1.1\r\n${bad}`)).toMatch(/ 401 /);
  // Each further 401 doubles the wait, until the next try falls within it.
  await expect
    .poll(() => answerTo(`PUT /live HTTP/1.1\r\n${bad}`))
    .toBe("HTTP/1.1 429 Too Many Requests");
  // The right key does not wait for wrong ones: only the format is refused.
  expect(await answerTo(`PUT /live HTTP/1.1\r\n${good}\r\nContent-Type: video/mp4`)).toBe(
    "HTTP/1.1 415 Unsupported Media Type",
  );
  const refusals = () =>
    watch.events.filter((event) => event.type === "live.refused" && event.address === "127.9.0.1");
  await expect.poll(() => refusals().length).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(refusals())).not.toContain('wrong",');
});

test("[P54] a kicked DJ is disconnected at once, and their account and address are refused", async () => {
  const dj = raw(sourceHead(ada), { address: "127.9.0.2" });
  dj.pace(adaSound);
  await watch.reached(["Ada on-air"]);
  const session = watch.session;
  expect(await server.order("kickLive", { sessionId: session.sessionId })).toEqual({
    kicked: true,
  });
  await watch.heardFor("library", 0);

  const again = raw(sourceHead(bob), { address: "127.9.0.2" });
  expect(await again.answered("minutes")).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  expect(await server.order("kickLive", { sessionId: session.sessionId })).toEqual({
    kicked: false,
  });
  await expect
    .poll(() => watch.eventsOf(session).at(-1))
    .toMatchObject({ reason: "disconnected by the station" });
});
