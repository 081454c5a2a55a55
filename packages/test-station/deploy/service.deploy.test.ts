// @module-tag root
// @module-tag systemd
// @module-tag iproute2
// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { chmod, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "@neonrelay/process/test-peer-process";
import { StreamListener } from "../src/stream-listener.ts";
import { until, Visitor } from "../src/test-station.ts";
import { decode, makeTone, toneLevelsDb } from "../src/tones.ts";
import { OutsideNetwork } from "./outside-network.ts";
import { ServiceManager } from "./service-manager.ts";

const run = promisify(execFile);
const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
const unit = path.join(projectRoot, "deploy/systemd/neonrelay.service");
const account = { username: "ann", password: "a-password-of-ann" };
const TONE_HZ = 500;
const HEARD_BYTES = 150_000;
const STOP_LIMIT_MS = 10_000;
const startLimit = { limitMs: 300_000 };

let manager: ServiceManager;
let outside: OutsideNetwork;
let webUrl: string;
let streamPort: number;

beforeAll(async () => {
  outside = await OutsideNetwork.lay();
  manager = await ServiceManager.boot();
  const music = path.join(manager.folder, "music");
  await mkdir(music);
  await chmod(music, 0o755);
  const file = path.join(music, "tone.flac");
  await makeTone({ file, frequencyHz: TONE_HZ, seconds: 60, title: "From the Folder" });
  const port = await freePort();
  streamPort = await freePort();
  webUrl = `http://localhost:${port}`;
});

afterAll(async () => {
  await manager?.[Symbol.asyncDispose]();
  await outside?.[Symbol.asyncDispose]();
});

const isHealthy = async () =>
  (await fetch(`${webUrl}/api/health`).catch(() => null))?.status === 200;

/** `npm run station -- setup` as root of that machine, without npm. */
async function setUp(...flags: readonly string[]): Promise<string> {
  const setup =
    'cd / && echo "$PASSWORD" | node /opt/neonrelay/scripts/bootstrap.mjs station setup';
  const fixed = [
    "--domain=localhost",
    `--web-port=${new URL(webUrl).port}`,
    "--music=/srv/music",
    `--admin=${account.username}`,
    "--password-stdin",
  ];
  const script = `${setup} "$@" 2>&1`;
  const environment = ["env", `PASSWORD=${account.password}`, "sh", "-c", script, "setup"];
  return await manager.run(...environment, ...fixed, ...flags);
}

test("setup refuses what can't work, says what to do, and writes nothing", async () => {
  const failure = setUp("--stream-port", new URL(webUrl).port, "--tls", "own", "--cert", "/none");

  const { stdout } = await failure.then(
    () => ({ stdout: "" }),
    (error: { readonly stdout: string }) => error,
  );

  expect(stdout).toContain("BAD  cert: /none can't be read");
  expect(stdout).toContain("is the web app's port");
  expect(stdout).toContain("Nothing was written.");
  expect(await manager.run("ls", "/var/lib")).toBe("");
});

test("setup by flags checks, writes, installs and starts the service, and hears it", async () => {
  const address = `http://${outside.address}:${streamPort}/`;

  const output = await setUp(
    `--stream-port=${streamPort}`,
    "--service=systemd",
    "--yes",
    "--install",
    `--outside=${address}`,
  );

  expect(output).toContain("ok   domain: localhost is this machine");
  expect(output).toContain("ok   music: 1 audio file in /srv/music");
  expect(output).toContain(`Heard at ${address}stream.mp3: mp3 at 192 kbit/s`);
  await until("the station is healthy", isHealthy, startLimit);
  const installed = await manager.run("cat", "/etc/systemd/system/neonrelay.service");
  expect(installed).toBe((await readFile(unit, "utf8")).trim());
  const modes = await manager.run("stat", "--format=%a %U", "/var/lib/neonrelay/station.env");
  expect(modes).toBe("600 neonrelay");
  const search = ["grep", "-r", "--count", account.password, "/var/lib/neonrelay/station.env"];
  expect(await manager.run(...search).catch(() => "none")).toBe("none");
});

test("systemd finds no fault in the unit, and rates what it may do under 2", async () => {
  // It warns on its error output only.
  const verify = "systemd-analyze verify /etc/systemd/system/neonrelay.service 2>&1";
  const { stdout } = await run("systemd-analyze", ["security", "--offline=true", unit]);

  expect(await manager.run("sh", "-c", verify)).toBe("");
  const exposure = /Overall exposure level for neonrelay.service: ([\d.]+)/.exec(stdout)?.[1];
  expect(Number(exposure)).toBeGreaterThan(0);
  expect(Number(exposure)).toBeLessThan(2);
});

test("the service plays the music in its sandbox, and the first account signs in", async () => {
  await until("the tone is heard", hearsTone, startLimit);
  const login = await new Visitor(webUrl).call("POST", "/api/users/login", account);

  expect(login.status).toBe(200);
  const main = await manager.property("MainPID");
  const lines = ["grep", "-E", "^(CapBnd|NoNewPrivs|Seccomp):", `/proc/${main}/status`];
  const held = await manager.run(...lines);
  expect(held.split("\n")).toEqual(["CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"]);
  const log = await manager.log();
  expect(log).toMatch(/"engine":\["no network",/);
  expect(log).toMatch(/"holds":\["no network",/);
  expect(log).not.toMatch(/EROFS|EPERM|EACCES|read-only file system/i);
});

async function hearsTone(): Promise<boolean> {
  await using listener = new StreamListener(`http://127.0.0.1:${streamPort}/stream.mp3`);
  await listener.receive({ bytes: HEARD_BYTES });
  const sound = await decode((await listener.heard()).audio);
  const endMs = (sound.samples.length / sound.sampleRateHz) * 1000;
  const [tone = 0, other = 0] = toneLevelsDb(sound, {
    atMs: endMs - 1000,
    lengthMs: 1000,
    frequenciesHz: [TONE_HZ, TONE_HZ * 3],
  });
  return tone > other + 30;
}

const listenOutside = async (...words: readonly string[]) =>
  await outside.run(
    process.execPath,
    path.join(projectRoot, "scripts/bootstrap.mjs"),
    "station",
    "heard",
    ...words,
  );

test("`station heard` on another machine hears it, with what plays", async () => {
  const { exitCode, output } = await listenOutside(`http://${outside.address}:${streamPort}/`);

  expect(output).toMatch(/^Title: .*From the Folder$/m);
  expect(output).toMatch(/: mp3 at 192 kbit\/s, -\d+ dBFS, the first sound after \d+ ms\./);
  expect(exitCode).toBe(0);
});

test("`station heard` says why nothing is heard", async () => {
  const other = `http://radio.example:${await freePort()}/`;
  const refused = await listenOutside(other, "--through", outside.address);
  const missing = await listenOutside(`http://${outside.address}:${streamPort}/none.mp3`);

  expect(refused.output).toContain(`through ${outside.address}: ECONNREFUSED.`);
  expect(missing.output).toContain("the answer has status 404");
  expect([refused.exitCode, missing.exitCode]).toEqual([1, 1]);
});

test("a station that dies comes back by itself", async () => {
  const killed = await manager.property("MainPID");

  await manager.run("kill", "-KILL", killed);

  const isBack = async () => {
    const now = await manager.property("MainPID");
    return now !== "0" && now !== killed && (await isHealthy());
  };
  await until("there is another", isBack, startLimit);
  expect(await manager.property("NRestarts")).toBe("1");
});

test("it stops in order, in time, and stays stopped", async () => {
  const startedAt = performance.now();

  await manager.run("systemctl", "stop", "neonrelay");

  expect(performance.now() - startedAt).toBeLessThan(STOP_LIMIT_MS);
  expect(await manager.property("Result")).toBe("success");
  expect(await manager.property("ActiveState")).toBe("inactive");
  expect((await manager.log()).trim().split("\n").at(-1)).toContain('"stopped"');
});
