// @module-tag root
// @module-tag systemd
// @module-tag iproute2
// @module-tag ffmpeg
// @module-tag tmux
import { execFile } from "node:child_process";
import { chmod, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "@neonrelay/process/test-peer-process";
import { TestTerminal } from "@neonrelay/process/test-terminal";
import { linesOf } from "../../../scripts/command-blocks.ts";
import { OtherMachine } from "../src/other-machine.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { until, Visitor } from "../src/test-station.ts";
import { toneLevelsDb } from "../src/tone-levels.ts";
import { decode, makeTone } from "../src/tones.ts";
import { documentedBlock } from "./documented-block.ts";
import { ServiceManager } from "./service-manager.ts";

const run = promisify(execFile);
const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
const unit = path.join(projectRoot, "deploy/systemd/neonrelay.service");
const page = "docs/service.md";
const account = { username: "ann", password: "a-password-of-ann" };
const TONE_HZ = 500;
const HEARD_BYTES = 150_000;
const STOP_LIMIT_MS = 10_000;
const startLimit = { limitMs: 300_000 };

let manager: ServiceManager;
let outside: OtherMachine;
let webUrl: string;
let streamPort: number;

beforeAll(async () => {
  outside = await OtherMachine.join();
  const port = await freePort();
  streamPort = await freePort();
  webUrl = `http://localhost:${port}`;
  manager = await ServiceManager.boot({
    environment: {
      PORT: String(port),
      STREAM_PORT: String(streamPort),
      IRC_LISTEN_PORT: "0",
    },
    network: "shared",
  });
  const music = path.join(manager.folder, "music");
  await mkdir(music);
  await chmod(music, 0o755);
  const file = path.join(music, "tone.flac");
  await makeTone({ file, frequencyHz: TONE_HZ, seconds: 60, title: "From the Folder" });
});

afterAll(async () => {
  await manager?.[Symbol.asyncDispose]();
  await outside?.[Symbol.asyncDispose]();
});

const isHealthy = async () =>
  (await fetch(`${webUrl}/api/health`).catch(() => null))?.status === 200;
/** As root of that machine. */
const shell = async (code: string): Promise<string> => await manager.run("sh", "-euc", code);

test("setup refuses impossible settings, says what to do, and writes nothing", async () => {
  const { port } = new URL(webUrl);
  const failure = shell(
    `cd /opt/neonrelay && echo ${account.password} | node scripts/bootstrap.mjs station setup ` +
      `--password-stdin --web-port ${port} --stream-port ${port} --tls own --cert /none 2>&1`,
  );

  const { stdout } = await failure.then(
    () => ({ stdout: "" }),
    (error: { readonly stdout: string }) => error,
  );

  expect(stdout).toContain("BAD  cert: /none can't be read");
  expect(stdout).toContain(`BAD  stream-port: ${port} is the port of the web app`);
  expect(stdout).toContain("Nothing was written.");
  expect(await manager.run("ls", "/var/lib")).toBe("");
});

test("the page's setup prompts on the terminal, then installs and starts the service", async () => {
  const block = documentedBlock(page, "npm run station -- setup\n");
  const script = `${block.trim()} && echo "all is done"`;
  await using terminal = await TestTerminal.start(
    manager.command("sh", "-c", `${script}; sleep 600`),
  );
  const answers = [
    [/systemd service.*\[systemd\]:$/, ""],
    [/Folder for everything.*\[\/var\/lib\/neonrelay\]:$/, ""],
    [/Domain name.*:$/, "localhost"],
    [/HTTPS.*:$/, ""],
    [/web app \[5000\]:$/, new URL(webUrl).port],
    [/stream \[8000\]:$/, String(streamPort)],
    [/IRC server.*:$/, ""],
    [/your music.*:$/, "/srv/music"],
    [/PostgreSQL database.*:$/, ""],
    [/first account.*:$/, account.username],
    [/Password \(.*:$/, account.password],
    [/same password again:$/, account.password],
    [/Run these commands now\? \(yes, no\) \[no\]:$/, "yes"],
  ] as const;

  // The first question follows a build.
  await terminal.untilShown(answers[0][0], startLimit);
  for (const [question, answer] of answers) {
    await terminal.untilShown(question, startLimit);
    await terminal.type(answer);
  }
  await terminal.untilShown(/all is done/, startLimit);

  expect(await terminal.screen()).toContain("ok   music: 1 audio file in /srv/music");
  await until("the station is healthy", isHealthy, startLimit);
  const installed = await manager.run("cat", "/etc/systemd/system/neonrelay.service");
  expect(installed).toBe((await readFile(unit, "utf8")).trim());
  const modes = await manager.run("stat", "--format=%a %U", "/var/lib/neonrelay/station.env");
  expect(modes).toBe("600 neonrelay");
  expect(await manager.run("getent", "passwd", "neonrelay")).toMatch(
    /^neonrelay:x:\d{3}:\d{3}::\/var\/lib\/neonrelay:\/usr\/sbin\/nologin$/,
  );
  // The password is neither in the log nor in any of the station's files.
  const search = `journalctl | grep --count ${account.password} || grep --recursive ${account.password} /var/lib/neonrelay || echo none`;
  expect(await shell(search)).toBe("0\nnone");
});

test("systemd finds no fault in the unit, and rates its exposure under 2", async () => {
  // Its warnings go to stderr only.
  const verify = "systemd-analyze verify /etc/systemd/system/neonrelay.service 2>&1";
  const { stdout } = await run("systemd-analyze", ["security", "--offline=true", unit]);

  expect(await manager.run("sh", "-c", verify)).toBe("");
  const exposure = /Overall exposure level for neonrelay.service: ([\d.]+)/.exec(stdout)?.[1];
  expect(Number(exposure)).toBeGreaterThan(0);
  expect(Number(exposure)).toBeLessThan(2);
});

test("the service plays music in its sandbox, and the first account can sign in", async () => {
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

test("the page's `station heard`, on another machine, reports the stream and its title", async () => {
  const lines = linesOf(documentedBlock(page, "-- heard "));
  const here = `http://${outside.here}:${streamPort}/`;
  const commands = [
    lines[0]?.replace("http://radio.example:8000/", here),
    lines[1]
      ?.replace("https://radio.example/", `http://radio.example:${streamPort}/`)
      .replace("203.0.113.5", outside.here),
  ];

  for (const command of commands) {
    const { exitCode, output } = await outside.run(
      "env",
      "--unset=NODE_OPTIONS",
      "sh",
      "-c",
      `cd ${projectRoot} && ${command}`,
    );

    expect(output).toMatch(/^Title: .*From the Folder$/m);
    expect(output).toMatch(/: mp3 at 192 kbit\/s, -\d+ dBFS, the first sound after \d+ ms\./);
    expect(exitCode).toBe(0);
  }
});

test("`station heard` explains why there is no sound", async () => {
  const other = `http://radio.example:${await freePort()}/`;
  const refused = await listenOutside(other, "--through", outside.here);
  const missing = await listenOutside(`http://${outside.here}:${streamPort}/none.mp3`);

  expect(refused.output).toContain(`through ${outside.here}: ECONNREFUSED.`);
  expect(missing.output).toContain("the answer has status 404");
  expect([refused.exitCode, missing.exitCode]).toEqual([1, 1]);
});

test("a crashed station restarts by itself", async () => {
  const killed = await manager.property("MainPID");

  await manager.run("kill", "-KILL", killed);

  const isBack = async () => {
    const now = await manager.property("MainPID");
    return now !== "0" && now !== killed && (await isHealthy());
  };
  await until("there is another", isBack, startLimit);
  expect(await manager.property("NRestarts")).toBe("1");
});

test("the journal marks the station's errors as errors, and nothing else", async () => {
  const [server = ""] = (await shell("pgrep --full ^packages/server")).split("\n");
  await manager.run("kill", "-KILL", server);
  await until(
    "the launcher has said so",
    async () => (await manager.log()).includes("part ended; restarting it"),
    startLimit,
  );

  const errors = (await manager.log("--priority=err")).split("\n");

  expect(errors.filter((line) => line.includes("part ended; restarting it"))).not.toEqual([]);
  expect(errors.filter((line) => !/^[\w-]+ *\| \{"level":"(?:error|fatal)"/.test(line))).toEqual(
    [],
  );
  const warnings = await manager.log("--priority=warning..warning");
  expect(warnings).not.toMatch(/"level":"(?!warn)/);
  expect(await manager.log("--priority=info..info")).toContain("Neon Relay is on air");
  await until("the station is healthy", isHealthy, startLimit);
});

test("the page's scripted setup changes what the flags say, and keeps the rest", async () => {
  const block = documentedBlock(page, "--password-stdin");
  await shell("mkdir --parents /etc/caddy");

  const output = await shell(
    `cd /opt/neonrelay && echo ${account.password} > password.txt && ${block} 2>&1`,
  );

  expect(output).toContain("WARN domain: radio.example is not known yet");
  expect(output).toContain("The station in this folder keeps its accounts.");
  const settings = await manager.run("cat", "/var/lib/neonrelay/station.env");
  expect(settings.split("\n").toSorted()).toEqual([
    "HOST=127.0.0.1",
    "MUSIC_DIRS=/srv/music",
    `PORT=${new URL(webUrl).port}`,
    "PUBLIC_URL=https://radio.example",
    "STREAM_HOST=0.0.0.0",
    `STREAM_PORT=${streamPort}`,
    "TRUST_PROXY=127.0.0.1",
  ]);
  expect(await manager.run("cat", "/etc/caddy/Caddyfile")).toContain(
    `reverse_proxy 127.0.0.1:${new URL(webUrl).port}`,
  );
  await until("the station is healthy", isHealthy, startLimit);
});

const second = { unit: "neonrelay@second", dataDir: "/var/lib/neonrelay-second" };

test("a second station has its own service, user, folder and ports, apart from the first one's", async () => {
  const block = documentedBlock("docs/several-stations.md", "--name second").trim();
  const setUp = (flags: string) =>
    shell(`echo ${account.password} | (${block} --yes --install --password-stdin ${flags}) 2>&1`);

  await expect(setUp("--data /var/lib/neonrelay")).rejects.toMatchObject({
    stdout: expect.stringContaining("is the folder of the station without a name"),
  });
  await expect(setUp(`--stream-port ${streamPort}`)).rejects.toMatchObject({
    stdout: expect.stringContaining("is a port of another station on this machine"),
  });
  await setUp("--admin bea");

  const settings = await manager.run("cat", `${second.dataDir}/station.env`);
  const [, port = ""] = /^PORT=(\d+)$/m.exec(settings) ?? [];
  await until(
    "both are healthy",
    async () =>
      (await isHealthy()) &&
      (await fetch(`http://localhost:${port}/api/health`).catch(() => null))?.status === 200,
    startLimit,
  );
  expect(await shell(`ps -o user:20= -p $(systemctl show -p MainPID --value ${second.unit})`)).toBe(
    "neonrelay-second",
  );
  // Setting it up again keeps its ports, and leaves the first one's unit alone.
  await setUp("");
  expect(await manager.run("cat", `${second.dataDir}/station.env`)).toBe(settings);
  expect(
    await shell("systemd-analyze verify /etc/systemd/system/neonrelay@second.service 2>&1"),
  ).toBe("");
});

test("the page's `station remove` deletes one station completely, and nothing of the other", async () => {
  const block = documentedBlock("docs/removing.md", "-- remove").trim();
  const remove = block.replace("/var/lib/neonrelay", second.dataDir);
  const asked = shell(`${remove} < /dev/null 2>&1`);
  await expect(asked).rejects.toMatchObject({
    stdout: expect.stringMatching(
      /systemctl disable --now neonrelay@second[^]*Nothing was removed/,
    ),
  });
  const isUp = await shell(`systemctl is-active ${second.unit}`);

  await shell(`${remove} --all --yes 2>&1`);

  expect(isUp).toBe("active");
  const its = String.raw`\( -name '*neonrelay?second*' -o -path '*neonrelay/second*' \)`;
  const left = `find / -xdev -path /proc -prune -o ${its} -print`;
  expect(await shell(`${left} | grep --invert-match ^/opt/ || true`)).toBe("");
  expect(await shell("getent passwd neonrelay-second || echo gone")).toBe("gone");
  expect(await shell("systemctl is-active neonrelay")).toBe("active");
  await until("the first one is healthy", isHealthy, startLimit);
});

test("it stops cleanly, in time, and stays stopped", async () => {
  const startedAt = performance.now();

  await manager.run("systemctl", "stop", "neonrelay");

  expect(performance.now() - startedAt).toBeLessThan(STOP_LIMIT_MS);
  expect(await manager.property("Result")).toBe("success");
  expect(await manager.property("ActiveState")).toBe("inactive");
  expect((await manager.log()).trim().split("\n").at(-1)).toContain('"stopped"');
});

test("the page's manual steps also result in a service", async () => {
  await shell("userdel neonrelay; rm -r /var/lib/neonrelay /etc/systemd/system/neonrelay.service");
  await manager.bringProjectAgain();
  const commands = linesOf(documentedBlock(page, "useradd"));
  const [follow = "", ...before] = commands.toReversed();

  await shell(before.toReversed().join("\n"));
  // The page's command follows the log for ever.
  const shown = await shell(`timeout 300 ${follow} | grep --max-count=1 "Neon Relay is on air"`);

  expect(shown).toMatch(/^Neon Relay is on air: http/);
  expect(await manager.property("UnitFileState")).toBe("enabled");
  expect(await manager.run("stat", "--format=%a %U", "/var/lib/neonrelay")).toBe("700 neonrelay");
  await manager.run("systemctl", "stop", "neonrelay");
});

test("the page's manual steps start a named station from the template", async () => {
  const port = await freePort();
  const block = documentedBlock("docs/several-stations.md", "neonrelay-third")
    .replace("PORT=5002", `PORT=${port}`)
    .replace("STREAM_PORT=8002", "STREAM_PORT=0")
    .replace("IRC_LISTEN_PORT=6669", "IRC_LISTEN_PORT=0");

  await shell(block);

  await until(
    "it is healthy",
    async () =>
      (await fetch(`http://localhost:${port}/api/health`).catch(() => null))?.status === 200,
    startLimit,
  );
  const { dataDir, unit } = { dataDir: "/var/lib/neonrelay-third", unit: "neonrelay@third" };
  await shell(`cd /opt/neonrelay && DATA_DIR=${dataDir} npm run station -- remove --yes 2>&1`);
  // Demo music counts as music: it stays, and with it the user that owns it.
  expect(await shell(`ls ${dataDir}; id --name --user neonrelay-third`)).toBe(
    "music\nneonrelay-third",
  );
  expect(await shell(`systemctl is-active ${unit} || true`)).toBe("inactive");
});

test("another user starts the station without systemd", async () => {
  const [build = "", folder = "", start = ""] = linesOf(documentedBlock(page, "runuser -u radio"));
  await shell(`useradd --system radio && ${folder}`);
  const ports = `PORT=${new URL(webUrl).port} STREAM_PORT=${streamPort} IRC_LISTEN_PORT=0`;

  // The suite has already built it.
  expect(documentedBlock(page, "useradd")).toContain(build);
  // A station outlives the reader of its output.
  await shell(`(${start.replace("DATA_DIR=", `${ports} DATA_DIR=`)}) > /tmp/shown 2>&1 &`);
  await until(
    "it is on air",
    async () => /^Neon Relay is on air: http/m.test(await manager.run("cat", "/tmp/shown")),
    startLimit,
  );

  expect(await shell("stat --format=%U /srv/radio/station-data.json")).toBe("radio");
});
