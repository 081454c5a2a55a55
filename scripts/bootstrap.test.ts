import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectRoot } from "./stage.ts";

/** The package-lock.json of a small project. */
const wanted = {
  "node_modules/fastify": { version: "5.0.0", integrity: "sha512-a" },
  "node_modules/vite": { version: "8.0.0", integrity: "sha512-b", dev: true },
};

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bootstrap-"));
  for (const part of ["scripts", "packages/launcher/src", "node_modules"])
    await mkdir(path.join(folder, part), { recursive: true });
  for (const file of ["bootstrap.mjs", "hand-over.mjs", "installed.mjs"])
    await cp(path.join(projectRoot, "scripts", file), inFolder(`scripts/${file}`));
  // JavaScript, as in an installed package, so no run needs the compiler.
  await writeFile(inFolder("packages/launcher/src/main.js"), "console.log('started');\n");
  await writeFile(inFolder("scripts/build.ts"), "console.log('built');\n");
  // A fake npm that records its arguments.
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

/** Fakes npm's record of `npm ci --omit=dev`. */
async function installForStation(): Promise<void> {
  await writePackages("node_modules/.package-lock.json", {
    "node_modules/fastify": wanted["node_modules/fastify"],
  });
}

/** Runs a command. `npmCall`: npm's arguments, null if it was not called. */
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

test("the station starts on what `npm ci --omit=dev` installed, without installing again", async () => {
  await installForStation();

  expect(run("start")).toEqual({ said: "started", status: 0, npmCall: null });
});

test("a build also needs the development dependencies, and installs them", async () => {
  await installForStation();

  expect(run("build")).toEqual({ said: "built", status: 0, npmCall: ["ci", "not set"] });
});

test.each(["true", "false"])(
  "if nothing is installed, the start installs it and leaves the user's ignore-scripts=%s alone",
  (setting) => {
    expect(run("start", { npm_config_ignore_scripts: setting })).toEqual({
      said: "started",
      status: 0,
      npmCall: ["ci", setting],
    });
  },
);

test.each([
  { what: "an upgraded version starts", installed: "1.0.0", said: "started the next one" },
  {
    what: "a version installed in place after an upgrade starts itself",
    installed: "0.9.0",
    said: "started",
  },
])("$what", async ({ installed, said }) => {
  await installForStation();
  await writeFile(inFolder("package.json"), JSON.stringify({ version: "1.0.0" }));
  const root = inFolder("data/releases/next");
  await mkdir(path.join(root, "packages/launcher/src"), { recursive: true });
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
