import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectRoot } from "./stage.ts";

/** What package-lock.json of a small project names. */
const wanted = {
  "": { version: "1.0.0" },
  "packages/launcher": { version: "1.0.0" },
  "node_modules/fastify": { version: "5.0.0", integrity: "sha512-a" },
  "node_modules/vite": { version: "8.0.0", integrity: "sha512-b", dev: true },
  "node_modules/codec-here": {
    version: "1.0.0",
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
  "node_modules/codec-elsewhere": { version: "1.0.0", optional: true, os: ["aix"], cpu: ["ppc64"] },
};

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bootstrap-"));
  for (const part of ["scripts", "packages/launcher/src", "node_modules"])
    await mkdir(path.join(folder, part), { recursive: true });
  for (const file of ["scripts/bootstrap.mjs", "scripts/hand-over.mjs"])
    await cp(path.join(projectRoot, file), inFolder(file));
  await writeFile(inFolder("packages/launcher/src/main.ts"), "console.log('started');\n");
  await writeFile(inFolder("scripts/build.ts"), "console.log('built');\n");
  // Notes how it was called, as npm.
  await writeFile(
    inFolder("npm.cjs"),
    `require("node:fs").writeFileSync(${JSON.stringify(inFolder("npm-call.json"))},
       JSON.stringify([process.argv[2], process.env.npm_config_ignore_scripts ?? "not set"]));\n`,
  );
  await writePackages("package-lock.json", wanted);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => path.join(folder, name);

async function writePackages(file: string, packages: object): Promise<void> {
  await writeFile(inFolder(file), JSON.stringify({ packages }));
}

/** Names what npm has noted as installed, without the places left out. */
async function install(...leftOut: readonly (keyof typeof wanted)[]): Promise<void> {
  const entries = Object.entries(wanted).filter(
    ([place]) => place.includes("/") && !leftOut.some((left) => left === place),
  );
  await writePackages("node_modules/.package-lock.json", Object.fromEntries(entries));
}

/** Runs a command. `npmCall`: what npm was called with, null when it was not called. */
function run(command: string, environment: Readonly<Record<string, string>> = {}) {
  const { stdout, status } = spawnSync(
    process.execPath,
    [inFolder("scripts/bootstrap.mjs"), command],
    {
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"] ?? "",
        npm_execpath: inFolder("npm.cjs"),
        ...environment,
      },
    },
  );
  const call = inFolder("npm-call.json");
  const npmCall: unknown = existsSync(call) ? JSON.parse(readFileSync(call, "utf8")) : null;
  return { said: stdout.trim(), status, npmCall };
}

test("the station starts on what `npm ci --omit=dev` installed, and nothing is installed again", async () => {
  await install("node_modules/vite", "node_modules/codec-elsewhere");

  expect(run("start")).toEqual({ said: "started", status: 0, npmCall: null });
});

test("a build also needs the development dependencies, and has them installed", async () => {
  await install("node_modules/vite", "node_modules/codec-elsewhere");

  expect(run("build")).toEqual({ said: "built", status: 0, npmCall: ["ci", "not set"] });
});

test.each([
  { what: "nothing is installed", change: async () => {} },
  { what: "a package is missing", change: async () => install("node_modules/fastify") },
  {
    what: "a native package for this machine is missing",
    change: async () => install("node_modules/codec-here"),
  },
  {
    what: "a package has another version",
    change: async () => {
      await writePackages("node_modules/.package-lock.json", {
        ...wanted,
        "node_modules/fastify": { version: "4.9.0", integrity: "sha512-z" },
      });
    },
  },
])("when $what, the start installs it", async ({ change }) => {
  await change();

  expect(run("start").npmCall).toEqual(["ci", "not set"]);
});

test.each(["true", "false"])("the user's ignore-scripts=%s stays as it is", async (setting) => {
  expect(run("start", { npm_config_ignore_scripts: setting }).npmCall).toEqual(["ci", setting]);
});

test.each([
  { what: "the version of an upgrade starts", installed: "1.0.0", said: "started the next one" },
  {
    what: "a version that was installed in place since then starts itself",
    installed: "0.9.0",
    said: "started",
  },
])("$what", async ({ installed, said }) => {
  await install("node_modules/vite", "node_modules/codec-elsewhere");
  await writeFile(inFolder("package.json"), JSON.stringify({ version: "1.0.0" }));
  const root = inFolder("data/releases/next");
  await mkdir(path.join(root, "packages/launcher/src"), { recursive: true });
  // As in an installed package.
  await writeFile(
    path.join(root, "packages/launcher/src/main.js"),
    "console.log('started the next one');\n",
  );
  await writeFile(
    inFolder("data/releases/current.json"),
    JSON.stringify({ version: "2.0.0", root, schema: 1, installed, previous: null }),
  );

  expect(run("start", { DATA_DIR: inFolder("data") }).said).toBe(said);
});
