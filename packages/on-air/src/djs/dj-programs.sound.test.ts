// @module-tag ffmpeg
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import { startTestOnAir, TestServerSide } from "../start/test-on-air.ts";
import { basicOf, makeMp3, makeTestAccount, RawDj, Recording, sourceHead } from "./test-dj.ts";
import { DjMonitor } from "./test-dj-monitor.ts";

const track = 440;
/** Low tones, since a feed may be stretched by half a percent. */
const djs = {
  ices: { hz: 300, account: makeTestAccount("Ices") },
  liquidsoap: { hz: 600, account: makeTestAccount("Liquidsoap") },
  opus: { hz: 750, account: makeTestAccount("Opus") },
  butt: { hz: 900, account: makeTestAccount("Butt") },
} as const;
const tones = [track, ...Object.values(djs).map(({ hz }) => hz)];
/** Titles of the two files that each program plays in turn. */
const titles = ["Jóga", "東京 ♥"];
let folder = "";
let onAir: RunningOnAir;
let url = "";
let server: TestServerSide;
let watch: DjMonitor;
let buttSound: Buffer;
let programs: ChildProcess[] = [];
let raws: RawDj[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "dj-programs-"));
  const file = path.join(folder, "track.flac");
  const sounds = [makeTone({ file, hz: track, seconds: 60 })];
  for (const [name, { hz }] of Object.entries(djs))
    for (const [index, title] of titles.entries()) {
      const options = ["-metadata", "artist=Björk", "-metadata", `title=${title}`];
      const type = name === "ices" ? "ogg" : "flac";
      const tone = path.join(folder, `${name}-${index}.${type}`);
      sounds.push(makeTone({ file: tone, hz, seconds: 2, options }));
    }
  buttSound = await makeMp3(folder, { hz: djs.butt.hz, seconds: 60 });
  await Promise.all(sounds);
  // Real programs send in real time.
  ({ onAir, url } = await startTestOnAir(folder, { clockSpeed: 1 }));
  server = new TestServerSide(folder);
  watch = new DjMonitor(server, { clockSpeed: 1 });
  await server.giveTrack(file);
});
beforeEach(async () => {
  const accounts = Object.values(djs).map(({ account }) => account.account);
  await server.order("setDjKeys", { keys: accounts });
});
afterEach(async () => {
  for (const program of programs) program.kill("SIGKILL");
  for (const raw of raws) raw.close();
  [programs, raws] = [[], []];
  // Revoke all keys, so that no DJ plays out.
  await server.order("setDjKeys", { keys: [] });
  await watch.reached([]);
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await rm(folder, { recursive: true, force: true });
});

function run(program: string, parameters: readonly string[]): () => void {
  const child = spawn(program, parameters, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  programs.push(child);
  return () => child.kill("SIGTERM");
}

/** Ogg Vorbis from files, unchanged, each with its own headers. It could send a user name, but gets none here. */
async function startIces(): Promise<() => void> {
  const { hostname, port } = new URL(url);
  await writeFile(path.join(folder, "ices.txt"), "ices-0.ogg\nices-1.ogg\n");
  const { key } = djs.ices.account;
  const input =
    '<module>playlist</module><param name="type">basic</param><param name="file">ices.txt</param>';
  const instance = `<hostname>${hostname}</hostname><port>${port}</port><password>${key}</password><mount>/live</mount>`;
  await writeFile(
    path.join(folder, "ices.xml"),
    `<ices><background>0</background><logpath>${folder}</logpath><logfile>ices.log</logfile><consolelog>0</consolelog>
     <stream><input>${input}</input><instance>${instance}</instance></stream></ices>`,
    { mode: 0o600 },
  );
  return run("ices2", ["ices.xml"]);
}

/** Starts ten times faster without its standard library. */
async function startLiquidsoap(name: "liquidsoap" | "opus"): Promise<() => void> {
  const { hostname, port } = new URL(url);
  const { key, account } = djs[name].account;
  const encoder = name === "opus" ? "%opus(bitrate=96)" : "%mp3(bitrate=128)";
  const to = `host="${hostname}", port=${port}, user="${account.username}", password="${key}", mount="live"`;
  const [first, second] = [0, 1].map((index) => path.join(folder, `${name}-${index}.flac`));
  const script = `set("init.allow_root", true)
count = ref(0)
def next() =
  count := !count + 1
  request.create(if !count mod 2 == 1 then "${first}" else "${second}" end)
end
output.icecast(${encoder}, ${to}, fallible=true, request.dynamic(next))\n`;
  await writeFile(path.join(folder, `${name}.liq`), script, { mode: 0o600 });
  return run("liquidsoap", ["--no-stdlib", `${name}.liq`]);
}

function raw(head: string): RawDj {
  const port = Number(new URL(url).port);
  const source = new RawDj({ port, address: "127.0.0.1", head, clockSpeed: 1 });
  raws.push(source);
  return source;
}

/** Sends what BUTT 0.1.37 sends, one line at a time. */
async function startButt(): Promise<() => void> {
  const dj = djs.butt.account;
  const { host } = new URL(url);
  const lines = [
    `Authorization: ${basicOf(dj)}`,
    `Host: ${host}`,
    "User-Agent: butt 0.1.37",
    "Content-Type: audio/mpeg",
    "ice-name: no name",
    "ice-public: 0",
    "ice-audio-info: ice-bitrate=320;ice-channels=2;ice-samplerate=44100",
    "Expect: 100-continue",
    "",
  ];
  const source = raw("PUT /live HTTP/1.1\r\n");
  source.socket.setNoDelay(true);
  for (const line of lines) source.socket.write(`${line}\r\n`);
  expect(await source.answered("200 OK")).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
  source.pace(buttSound);
  return () => source.close();
}

/** BUTT does not escape titles, and disconnects without reading the answer. */
async function buttSays(title: string): Promise<void> {
  const song = `Björk - ${title}`.replaceAll(" ", "%20");
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
  await once(socket, "connect");
  socket.end(
    `GET /admin/metadata?mode=updinfo&mount=/live&song=${song} HTTP/1.0\r\nUser-Agent: butt 0.1.37\r\nAuthorization: ${basicOf(djs.butt.account)}\r\n\r\n`,
    () => socket.destroy(),
  );
  await once(socket, "close");
}

/** The distinct titles listeners saw while that DJ was on air. */
function titlesOf(djName: string): readonly string[] {
  const said = watch.events.flatMap((event) => {
    if (event.type !== "play.started" || event.play.djName !== djName) return [];
    return event.play.title === "Live" ? [] : [`${event.play.artist} - ${event.play.title}`];
  });
  return [...new Set(said)].toSorted();
}

function nameOnAir(): string | undefined {
  return watch.status.live.find(({ state }) => state === "on-air")?.djName;
}

test(
  "[S7][P51][P52][P53] ices2, liquidsoap and BUTT wait for each other, and each is heard with its titles",
  { tags: ["ices2", "liquidsoap"] },
  async () => {
    const recording = new Recording(url);
    const leave = new Map([
      ["Ices", await startIces()],
      ["Liquidsoap", await startLiquidsoap("liquidsoap")],
      ["Opus", await startLiquidsoap("opus")],
      ["Butt", await startButt()],
    ]);
    await expect.poll(() => watch.status.live.length).toBe(4);
    const kinds = new Map(
      watch.status.live.map(({ djName, contentType }) => [djName, contentType]),
    );
    const order: string[] = [];
    while (leave.size > 0) {
      await expect.poll(nameOnAir).toSatisfy((name) => leave.has(name));
      const name = nameOnAir() ?? "";
      order.push(name);
      for (const [index, title] of name === "Butt" ? titles.entries() : []) {
        await buttSays(title);
        await expect.poll(() => titlesOf(name)).toHaveLength(index + 1);
      }
      await expect.poll(() => titlesOf(name)).toHaveLength(titles.length);
      leave.get(name)?.();
      leave.delete(name);
    }
    await watch.reached([]);
    await watch.heardFor("library", 1500);

    const expected = titles.map((title) => `Björk - ${title}`);
    expect(Object.fromEntries(order.map((name) => [name, titlesOf(name)]))).toEqual({
      Ices: expected,
      Liquidsoap: expected,
      Opus: expected,
      Butt: expected,
    });
    expect(Object.fromEntries(kinds)).toEqual({
      Ices: "application/ogg",
      Liquidsoap: "audio/mpeg",
      Opus: "application/ogg",
      Butt: "audio/mpeg",
    });
    const hzOf = new Map(Object.values(djs).map(({ hz, account }) => [account.account.djName, hz]));
    const heard = await recording.tones(folder, tones);
    const fromTrack = heard.slice(heard.indexOf(track));
    expect([...new Set(fromTrack)]).toEqual([track, ...order.map((name) => hzOf.get(name))]);
    expect(fromTrack.at(-1)).toBe(track);
  },
);

test("[P56] a DJ survives a crash of the engine and goes on with the next one", async () => {
  const dj = raw(sourceHead(djs.butt.account));
  dj.pace(buttSound);
  await watch.reached(["Butt on-air"]);
  // Past the fade.
  await watch.heardFor("live", 5000);
  const { session } = watch;
  const recording = new Recording(url);
  process.kill(onAir.enginePid() ?? Number.NaN, "SIGKILL");
  await server.statusWhen(({ engine }) => engine !== "running");
  await server.statusWhen(({ engine }) => engine === "running");
  await watch.heardFor("live", 10_000);

  // On a busy machine the next engine may start later than players can buffer, which is silence.
  const heard = await recording.tones(folder, tones);
  expect([...new Set(heard.filter((tone) => tone !== "-"))]).toEqual([djs.butt.hz]);
  expect(watch.eventsOf(session).map(({ type }) => type)).toEqual(["play.started", "live.began"]);
});
