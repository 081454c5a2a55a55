// @module-tag git
// @module-tag ffmpeg
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { makeArtefacts } from "../../../scripts/make-artefacts.ts";
import { setVersion } from "../../../scripts/release-rules.ts";
import { loudnessDb } from "../src/loudness.ts";
import { until } from "../src/test-station.ts";
import { builtDocs } from "./built-docs.ts";
import { packRelease } from "./next-release.ts";
import { startTestRegistry } from "./test-registry.ts";

/** npm fetches some hundred packages, 250 MB, when its cache is empty. */
const INSTALL_LIMIT_MS = 400_000;
const QUIETEST_DB = -40;

const manifestSchema = z.looseObject({ name: z.string(), version: z.string() });
let folder: string;
let dist: string;
let version: string;
let artefacts: Awaited<ReturnType<typeof makeArtefacts>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-artefacts-"));
  dist = path.join(folder, "dist");
  artefacts = await makeArtefacts({
    folder: dist,
    buildah: await writeFakeBuilder(),
    docs: builtDocs,
    gzipLevel: 1,
  });
  version = read("package.json", await unpack("package", inDist(".tgz"))).version;
  await unpack("source", `neonrelay-${version}-source.tar.gz`);
  await unpack("offline", `neonrelay-${version}-linux-x64.tar.gz`);
}, INSTALL_LIMIT_MS);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("each artefact has a checksum, including the container archive", () => {
  const listed = readFileSync(path.join(dist, "SHA256SUMS"), "utf8").match(/(?<= {2}).+$/gm);

  expect(readdirSync(dist).toSorted()).toEqual([...(listed ?? []), "SHA256SUMS"].toSorted());
  expect(artefacts.files.map((file) => path.basename(file)).toSorted()).toEqual(
    readdirSync(dist).toSorted(),
  );
  expect(artefacts.withoutContainer).toBeNull();
  expect(listed).toContain(`neonrelay-${version}-container-linux-${process.arch}.tar.gz`);
});

test("the checksums are correct, and no artefact names a registry or a folder of this machine", async () => {
  const places = ["source", "package", "offline"].map((name) => path.join(folder, name));
  run("sha256sum", ["--check", "--strict", "SHA256SUMS"], dist);
  const components: unknown = JSON.parse(
    readFileSync(path.join(dist, `neonrelay-${version}.cdx.json`), "utf8"),
  );
  const registry = new URL(run("npm", ["config", "get", "registry"], folder).trim()).host;
  const own = path.resolve(import.meta.dirname, "../../..");
  // Libraries name the public registry in their own texts.
  const found = [
    ...places.flatMap((place) => [
      ...find(own, place, "--exclude-dir=.git"),
      ...find(`//${registry}`, place, "--exclude-dir=node_modules"),
      ...find('"resolved": "http', place, "--include=*lock*.json"),
    ]),
    ...find(`//${registry}`, path.join(dist, `neonrelay-${version}.cdx.json`)),
  ];

  expect(found).toEqual([]);
  expect(components).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { version } },
  });
  expect(existsSync(path.join(folder, "source/package-lock.json"))).toBe(true);
  expect(existsSync(path.join(folder, "source/packages/server/src/main.ts"))).toBe(true);
});

test(
  "`npx neonrelay` from a registry puts a station on air in an empty folder with an empty home",
  async () => {
    const tarball = readFileSync(path.join(dist, `neonrelay-${version}.tgz`));
    await using registry = await startTestRegistry({
      tarball,
      manifest: read("package.json", path.join(folder, "package")),
      upstream: run("npm", ["config", "get", "registry"], folder).trim(),
    });
    const empty = await mkdtemp(path.join(folder, "empty-"));

    const heard = await hear({
      program: "npx",
      parameters: ["--yes", "--registry", registry.url, "neonrelay"],
      cwd: empty,
      // This machine's registry settings and npm cache; everything else in the home is empty.
      environment: {
        ...wayOut(),
        npm_config_cache: await borrowFetched(),
        npm_config_userconfig: run("npm", ["config", "get", "userconfig"], folder).trim(),
      },
    });

    expect(heard.loudness).toBeGreaterThan(QUIETEST_DB);
    expect(heard.lines).toContain(
      `Neon Relay keeps its data in ${empty}/neonrelay-data; DATA_DIR=… names another folder.`,
    );
    expect(existsSync(path.join(empty, "neonrelay-data/station-data.json"))).toBe(true);
  },
  INSTALL_LIMIT_MS,
);

test("the offline archive puts a station on air without npm or another Node", async () => {
  const programs = await mkdtemp(path.join(folder, "programs-"));
  for (const name of ["dirname", "readlink"])
    await symlink(run("which", [name], folder).trim(), path.join(programs, name));

  const heard = await hear({
    program: path.join(folder, "offline/neonrelay"),
    parameters: [],
    cwd: await mkdtemp(path.join(folder, "cwd-")),
    environment: { PATH: programs },
  });

  expect(heard.loudness).toBeGreaterThan(QUIETEST_DB);
});

test(
  "a station from the offline archive upgrades to the next release's offline archive, and back",
  async () => {
    const archive = packRelease(raiseVersion("99.1.0"));
    const program = path.join(folder, "offline/neonrelay");
    const cwd = await mkdtemp(path.join(folder, "upgraded-"));
    const upgrade = (...parameters: readonly string[]) =>
      run(program, ["upgrade", ...parameters, "--yes"], cwd);
    const health: unknown[] = [];

    const { loudness } = await hear({
      program,
      parameters: [],
      cwd,
      environment: { DEMO_MUSIC: "on" },
      whileOnAir: async (webUrl) => {
        const lookAtVersion = async () => {
          const file = path.join(cwd, "neonrelay-data/station-data.json");
          const { status } = await fetch(`${webUrl}/api/health`);
          health.push([status, readFileSync(file, "utf8").includes("99.1.0")]);
        };
        upgrade(archive);
        await lookAtVersion();
        upgrade("--back");
        await lookAtVersion();
      },
    });

    expect(health).toEqual([
      [200, true],
      [200, false],
    ]);
    expect(loudness).toBeGreaterThan(QUIETEST_DB);
  },
  INSTALL_LIMIT_MS,
);

/** Turns the unpacked offline archive into one of a higher version. @returns its folder */
function raiseVersion(higher: string): string {
  const root = path.join(folder, "next", `neonrelay-${higher}-linux-x64`);
  run("mkdir", [path.dirname(root)], folder);
  run("cp", ["-al", path.join(folder, "offline"), root], folder);
  for (const file of globSync(["package.json", "packages/*/package.json"], { cwd: root })) {
    const manifest = path.join(root, file);
    const text = setVersion(readFileSync(manifest, "utf8"), higher);
    // A hard link to the original.
    unlinkSync(manifest);
    writeFileSync(manifest, text);
  }
  return root;
}

/** A fake image builder, since building takes minutes: containers.deploy builds and loads a real image. */
async function writeFakeBuilder(): Promise<string> {
  const file = path.join(folder, "image-builder");
  const script = `#!/bin/sh
[ "$1" = push ] || exit 0
for target; do :; done
file=\${target#docker-archive:}
echo image > "\${file%%:*}"
`;
  await writeFile(file, script, { mode: 0o755 });
  return file;
}

/** Starts a station, listens to it and stops it. */
async function hear({
  program,
  parameters,
  cwd,
  environment,
  whileOnAir = async () => {},
}: {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs before listening. */
  readonly whileOnAir?: (webUrl: string) => Promise<void>;
}): Promise<{ readonly lines: readonly string[]; readonly loudness: number }> {
  const child = spawn(program, parameters, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: await mkdtemp(path.join(folder, "home-")),
      PORT: "0",
      STREAM_PORT: "0",
      IRC_LISTEN_PORT: "0",
      ...environment,
    },
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => lines.push(line));
  try {
    const announced = (sign: string) => lines.find((line) => line.startsWith(sign));
    await until(
      "the station is on air",
      () => {
        if (child.exitCode !== null) throw new Error(lines.slice(-20).join("\n"));
        return announced("Neon Relay is on air:") !== undefined;
      },
      { limitMs: INSTALL_LIMIT_MS },
    );
    await whileOnAir(announced("Web:")?.replace("Web:", "").trim() ?? "");
    const streamUrl = announced("Stream:")?.replace("Stream:", "").trim() ?? "";
    let loudness = -Infinity;
    await until("music is heard", async () => {
      loudness = await loudnessDb({ streamUrl }, { seconds: 5 });
      return loudness > QUIETEST_DB;
    });
    return { lines, loudness };
  } finally {
    await end(child);
  }
}

/** @returns an npm cache with what this machine has fetched before, but no package installed by npx */
async function borrowFetched(): Promise<string> {
  const cache = await mkdtemp(path.join(folder, "cache-"));
  const own = run("npm", ["config", "get", "cache"], folder).trim();
  if (existsSync(path.join(own, "_cacache")))
    await symlink(path.join(own, "_cacache"), path.join(cache, "_cacache"));
  return cache;
}

/** Variables for reaching the network. */
function wayOut(): Record<string, string> {
  const pattern = /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|(?:https?|no)_proxy|npm_config_\w+)$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      pattern.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "close");
  child.kill("SIGTERM");
  await ended;
}

function inDist(ending: string): string {
  const found = readFileSync(path.join(dist, "SHA256SUMS"), "utf8")
    .split("\n")
    .map((line) => line.split("  ")[1] ?? "");
  return found.find((name) => name.endsWith(ending)) ?? "";
}

/** @returns the archive's only folder, unpacked */
async function unpack(name: string, archive: string): Promise<string> {
  const place = path.join(folder, name);
  await mkdir(place);
  run("tar", ["-xzf", path.join(dist, archive), "--strip-components=1", "-C", place], folder);
  return place;
}

function read(file: string, place: string): z.infer<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(path.join(place, file), "utf8")));
}

/** The files below a place that contain a text. */
function find(text: string, place: string, ...parameters: readonly string[]): readonly string[] {
  const list = ["-rlF", ...parameters, "--", text, place];
  try {
    return run("grep", list, folder).trim().split("\n");
  } catch {
    return []; // grep found nothing
  }
}

function run(program: string, parameters: readonly string[], cwd: string): string {
  return execFileSync(program, parameters, { cwd, encoding: "utf8" });
}
