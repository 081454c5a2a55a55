// @module-tag history
// @module-tag git
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { projectRoot } from "../../../scripts/stage.ts";
import { releasesSchema } from "../../../scripts/release-rules.ts";
import { testAdmin, TestStation, until, Visitor } from "../src/test-station.ts";

/** Of this repository; the first one is the first that put a station with a web app on air. */
const pastCommits = [
  { name: "the first station", commit: "b7fd416b" },
  { name: "one in the middle", commit: "ceb89eb6" },
  { name: "one before upgrades", commit: "8d6cd3c4" },
];
/** An old tree installs what its lockfile names, and builds its web app. */
const LIMIT_MS = 500_000;
const DEMO_TRACKS = 6;

const tracksSchema = z.array(z.object({ title: z.string() }));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-history-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const releases = releasesSchema
  .parse(JSON.parse(readFileSync(path.join(projectRoot, "docs/releases.json"), "utf8")))
  .map(({ version, commit }) => ({ name: `release ${version}`, commit }));

test.for([...releases, ...pastCommits])(
  "the data of $name are all there in a station of today, after a backup",
  { timeout: LIMIT_MS },
  async ({ commit }) => {
    const root = path.join(folder, commit);
    const dataDir = path.join(root, "data-of-then");
    await mkdir(dataDir, { recursive: true });
    await install(root, commit);
    const before = await useOldStation(root, dataDir);

    await using station = await TestStation.start({ dataDir });

    const operator = await station.operator();
    const { body } = await operator.call("GET", "/api/tracks");
    expect(titlesOf(body)).toEqual(expect.arrayContaining([...before.titles]));
    if (before.hasChat)
      expect(JSON.stringify((await operator.call("GET", "/api/chat")).body)).toContain(before.said);
    expect(existsSync(path.join(dataDir, "backups"))).toBe(true);
    await until("the station is healthy", async () => {
      const health = await operator.call("GET", "/api/health");
      return health.status === 200;
    });
  },
);

/** Unpacks a commit and installs what its own lockfile names. */
async function install(root: string, commit: string): Promise<void> {
  const archive = path.join(folder, `${commit}.tar`);
  execFileSync("git", ["archive", "--output", archive, commit], { cwd: projectRoot });
  execFileSync("tar", ["-xf", archive, "-C", root]);
  const npm = spawn(
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const [code] = await once(npm, "exit");
  expect(code).toBe(0);
  // What npm could not bring for this machine then, it brings now.
  const own = path.join(projectRoot, "node_modules/.bin/node");
  const node = path.join(root, "node_modules/.bin/node");
  if (!existsSync(node)) await cp(own, node);
}

/** Puts the old station on air with its own code, says something in it and ends it. */
async function useOldStation(root: string, dataDir: string) {
  const child = spawn(
    path.join(root, "node_modules/.bin/node"),
    ["--disable-warning=ExperimentalWarning", path.join(root, "packages/launcher/src/main.ts")],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        DATA_DIR: dataDir,
        PORT: "0",
        STREAM_PORT: "0",
        IRC_LISTEN_PORT: "0",
        ADMIN_PASSWORD: testAdmin.password,
        ADMIN_ACCESS_CODE: testAdmin.accessCode,
      },
    },
  );
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => lines.push(line));
  const ended = once(child, "close");
  try {
    await until(
      "the old station is on air",
      () => {
        if (child.exitCode !== null) throw new Error(lines.slice(-20).join("\n"));
        return lines.some((line) => line.startsWith("Neon Relay is on air:"));
      },
      { limitMs: LIMIT_MS },
    );
    const url =
      lines
        .find((line) => line.startsWith("Web:"))
        ?.replace("Web:", "")
        .trim() ?? "";
    const visitor = new Visitor(url);
    const titles = await until(
      "its library has the demo tracks",
      async () => {
        const { body } = await visitor.call("GET", "/api/tracks");
        const found = titlesOf(body);
        return found.length >= DEMO_TRACKS && found;
      },
      { limitMs: LIMIT_MS },
    );
    const said = "said long ago";
    const { status } = await visitor.call("POST", "/api/chat/send", {
      username: "listener",
      message: said,
    });
    return { titles, said, hasChat: status < 300 };
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

function titlesOf(body: unknown): readonly string[] {
  return tracksSchema
    .parse(body)
    .map(({ title }) => title)
    .toSorted();
}
