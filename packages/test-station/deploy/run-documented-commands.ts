import { spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import * as z from "zod";
import "../src/keep-own-group.ts";
import { environmentOf, testLogin, until, Visitor } from "../src/test-station.ts";
import { makeNoise } from "../src/tones.ts";

/**
 * Runs the documents' commands isolated from the machine's files and ports: in separate mount and network namespaces,
 * with the folders that the documents name. Arguments: a file with blocks, a file for the results.
 */

const blockSchema = z.object({
  name: z.string(),
  code: z.string(),
  needs: z.enum(["start", "station", "stopped"]),
  exits: z.array(z.number()),
  goesOn: z.boolean(),
});
type Block = z.infer<typeof blockSchema>;
const nowSchema = z.object({ now: z.nullable(z.object({ kind: z.string() })) });
type Shell = ChildProcessByStdio<null, Readable, Readable>;

const asNobody = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
/** How long a command marked as continuing must keep running. */
const WATCHED_MS = 12_000;
const LIMIT_MS = 120_000;
const checkout = path.resolve(import.meta.dirname, "../../..");
const dataDir = "/srv/data";
const workFolder = "/srv/work";
const stationUrl = "http://127.0.0.1:5000";

const [blocksFile = "", resultsFile = ""] = process.argv.slice(2);
const blocks = z.array(blockSchema).parse(JSON.parse(readFileSync(blocksFile, "utf8")));
const faults: string[] = [];

await prepare();
const environment = {
  ...(await environmentOf(dataDir)),
  HOME: workFolder,
  DEMO_MUSIC: "off",
  ADMIN_PASSWORD: testLogin.password,
  npm_config_update_notifier: "false",
};
const starts = [...new Set(blocks.filter(({ needs }) => needs === "start").flatMap(linesOf))];
const first = starts.find((line) => line.startsWith("MUSIC_DIRS=")) ?? "npm start";
for (const line of starts.filter((other) => other !== first)) {
  const station = await start(line);
  if (station !== undefined) await stop(station);
}
const station = await start(first);
if (station !== undefined) {
  const { key, username } = await makeKey();
  const access = { ...environment, DJ_NAME: username, DJ_KEY: key };
  const atStation = blocks.filter(({ needs }) => needs === "station");
  // Other commands sign in with the operator's password.
  const last = atStation.filter(({ code }) => code.includes("reset-password"));
  const before = atStation.filter((block) => !last.includes(block));
  // Continuing commands are watched at the same time.
  await Promise.all(before.filter(({ goesOn }) => goesOn).map((block) => run(block, access)));
  for (const block of [...before.filter(({ goesOn }) => !goesOn), ...last]) {
    // Some of them are DJs, and stay on air for a moment after they end.
    await until("a track is on air", isTrackOnAir);
    await run(block, access);
  }
  await stop(station);
  for (const block of blocks.filter(({ needs }) => needs === "stopped"))
    await run(block, environment);
}
writeFileSync(resultsFile, JSON.stringify({ starts, faults }));

async function prepare(): Promise<void> {
  must("ip", "link", "set", "lo", "up");
  for (const folder of ["/srv", "/media"]) must("mount", "-t", "tmpfs", "none", folder);
  for (const folder of [
    dataDir,
    workFolder,
    "/srv/music",
    "/srv/safe",
    "/media/stick/album",
    "/media/old/playlists",
  ])
    mkdirSync(folder, { recursive: true });
  for (const [file, title] of [
    ["/srv/music/night.flac", "Night"],
    ["/media/stick/album/morning.flac", "Morning"],
    [path.join(workFolder, "show.mp3"), "Show"],
  ] as const)
    await makeNoise({ file, seconds: 8, title });
  writeFileSync("/media/old/playlists/evening.m3u", "/srv/music/night.flac\n");
}

function must(program: string, ...parameters: readonly string[]): void {
  const { status, stderr } = spawnSync(program, parameters, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${parameters.join(" ")}: ${stderr}`);
}

/** The separate commands of a block. */
function linesOf({ code }: Block): readonly string[] {
  return code
    .split("\n")
    .map((line) => line.replace(/ +#.*/, "").trim())
    .filter((line) => line !== "");
}

/** Starts a station with a command line. @returns undefined, with the failure recorded, when it does not come on air */
async function start(line: string): Promise<Shell | undefined> {
  const child = shell(line, checkout, environment);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (output += bytes.toString()));
  try {
    await until(
      line,
      () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
        return output.includes("Neon Relay is on air");
      },
      { limitMs: LIMIT_MS },
    );
    return child;
  } catch (error) {
    faults.push(`${line}: ${String(error)}\n${output.slice(-2000)}`);
    await stop(child);
    return undefined;
  }
}

async function stop(child: Shell): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await ended;
  await until("the web port is free", async () => {
    const answer = await fetch(`${stationUrl}/api/health`).catch(() => null);
    return answer === null;
  });
}

async function makeKey(): Promise<{ readonly key: string; readonly username: string }> {
  const operator = new Visitor(stationUrl);
  await operator.call("POST", "/api/users/login", testLogin);
  const { body } = await operator.call("POST", "/api/live/key");
  return z.object({ key: z.string(), username: z.string() }).parse(body);
}

async function isTrackOnAir(): Promise<boolean> {
  const answer = await fetch(`${stationUrl}/api/now-playing`);
  return nowSchema.parse(await answer.json()).now?.kind === "library";
}

async function run(block: Block, variables: Readonly<Record<string, string>>): Promise<void> {
  const folder = block.code.includes("npm run") ? checkout : workFolder;
  // It refuses to run as root.
  const user = block.code.startsWith("liquidsoap") ? asNobody : "";
  const child = shell(`${user}${block.code}`, folder, variables);
  const output = Promise.all([child.stdout, child.stderr].map((stream) => text(stream)));
  const limit = setTimeout(
    () => process.kill(-(child.pid ?? 0), "SIGKILL"),
    block.goesOn ? WATCHED_MS : LIMIT_MS,
  );
  await once(child, "exit");
  clearTimeout(limit);
  const isRight = block.goesOn
    ? child.signalCode === "SIGKILL"
    : block.exits.includes(child.exitCode ?? -1);
  if (!isRight)
    faults.push(`${block.name} ended with ${child.exitCode}:\n${(await output).join("\n")}`);
}

/** A shell in its own process group. */
function shell(code: string, cwd: string, variables: Readonly<Record<string, string>>): Shell {
  return spawn("bash", ["-eu", "-c", code], {
    cwd,
    env: variables,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
}
