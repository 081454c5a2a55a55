// @module-tag history
// @module-tag git
// @module-tag ffmpeg
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { projectRoot } from "../../../scripts/stage.ts";
import { releasesSchema } from "../../../scripts/release-rules.ts";
import { testAdmin, TestStation, until, Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";
import { borrowPackages } from "./borrowed-packages.ts";

/** Commits of this repository; the first is the earliest that put a station with a web app on air. */
const pastCommits = [
  { name: "the first station", commit: "b7fd416b" },
  { name: "one in the middle", commit: "ceb89eb6" },
  { name: "one before upgrades", commit: "8d6cd3c4" },
];
/** An old tree may have to install the packages of its lockfile. */
const LIMIT_MS = 500_000;
const titles = ["Morning", "Noon", "Night"];

const tracksSchema = z.array(z.object({ id: z.string(), title: z.string() }));
let folder: string;
let music: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-history-"));
  music = path.join(folder, "music");
  await mkdir(music);
  for (const [index, title] of titles.entries())
    await makeTone({
      file: path.join(music, `${title}.mp3`),
      frequencyHz: 300 + 50 * index,
      seconds: 4,
      title,
    });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const releases = releasesSchema
  .parse(JSON.parse(readFileSync(path.join(projectRoot, "docs/releases.json"), "utf8")))
  .map(({ version, commit }) => ({ name: `release ${version}`, commit }));

test.for([...releases, ...pastCommits])(
  "the data of $name survive in a current station, which backs them up first",
  { timeout: LIMIT_MS },
  async ({ commit }) => {
    const root = path.join(folder, commit);
    const dataDir = path.join(root, "data-of-then");
    await mkdir(dataDir, { recursive: true });
    await install(root, commit);
    const before = await useOldStation(root, dataDir);

    await using station = await TestStation.start({ dataDir, musicDirs: [music] });

    const operator = await station.operator();
    const { body } = await operator.call("GET", "/api/tracks");
    // The same ids: a station that had lost them would find their files again.
    expect(tracksOf(body)).toEqual(before.tracks);
    if (before.hasChat)
      expect(JSON.stringify((await operator.call("GET", "/api/chat")).body)).toContain(before.said);
    expect(existsSync(path.join(dataDir, "backups"))).toBe(true);
    await until("the station is healthy", async () => {
      const health = await operator.call("GET", "/api/health");
      return health.status === 200;
    });
  },
);

/** Unpacks a commit with the packages of its own lockfile, replacing its web app with an empty page. */
async function install(root: string, commit: string): Promise<void> {
  const archive = path.join(folder, `${commit}.tar`);
  execFileSync("git", ["archive", "--output", archive, commit], { cwd: projectRoot });
  execFileSync("tar", ["-xf", archive, "-C", root]);
  const modules = path.join(root, "node_modules");
  if (borrowPackages(root, path.join(root, "package-lock.json"))) await linkWorkspaces(root);
  else await runNpm(root);
  const builder = path.join(modules, "vite/bin");
  await rm(path.dirname(builder), { recursive: true, force: true });
  await mkdir(builder, { recursive: true });
  await writeFile(path.join(builder, "vite.js"), pageBuilder);
  // The current version of Node, installed as npm would.
  await mkdir(path.join(modules, ".bin"), { recursive: true });
  await rm(path.join(modules, ".bin/node"), { force: true });
  await symlink(process.execPath, path.join(modules, ".bin/node"));
}

const pageBuilder = `const { mkdirSync, writeFileSync } = require("node:fs");
mkdirSync("dist", { recursive: true });
writeFileSync("dist/index.html", "<!doctype html><title>Neon Relay</title>");
`;

async function linkWorkspaces(root: string): Promise<void> {
  const links = path.join(root, "node_modules/@neonrelay");
  await mkdir(links, { recursive: true });
  for (const name of await readdir(path.join(root, "packages")))
    await symlink(`../../packages/${name}`, path.join(links, name));
}

async function runNpm(root: string): Promise<void> {
  const workspaces = (await readdir(path.join(root, "packages"))).filter(
    (name) => !["web", "test-station"].includes(name),
  );
  const npm = spawn(
    "npm",
    [
      "ci",
      "--omit=dev",
      "--include-workspace-root",
      ...workspaces.map((name) => `--workspace=packages/${name}`),
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ],
    { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
  );
  const [code] = await once(npm, "exit");
  expect(code).toBe(0);
}

/** Puts the old station on air with its own code, chats in it and stops it. */
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
        DEMO_MUSIC: "off",
        BUILD_DOCS: "off",
        MUSIC_DIRS: music,
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
    const tracks = await until(
      "its library has the music",
      async () => {
        const { body } = await visitor.call("GET", "/api/tracks");
        const found = tracksOf(body);
        return found.length === titles.length && found;
      },
      { limitMs: LIMIT_MS },
    );
    const said = "said long ago";
    const { status } = await visitor.call("POST", "/api/chat/send", {
      username: "listener",
      message: said,
    });
    return { tracks, said, hasChat: status < 300 };
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

function tracksOf(body: unknown): z.infer<typeof tracksSchema> {
  return tracksSchema.parse(body).toSorted((one, other) => one.title.localeCompare(other.title));
}
