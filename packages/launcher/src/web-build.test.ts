import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildWebWhenChanged } from "./web-build.ts";

let projectRoot: string;

beforeEach(async () => {
  projectRoot = await mkdtemp(path.join(os.tmpdir(), "neonrelay-web-build-"));
  for (const folder of ["packages/web/src", "node_modules/vite/bin"])
    await mkdir(path.join(projectRoot, folder), { recursive: true });
  await write("packages/web/index.html", "");
  await write("packages/web/src/main.ts", "first");
  // Builds like Vite: empties the folder, then writes the app.
  await write(
    "node_modules/vite/bin/vite.js",
    `const fs = require("node:fs");
     fs.rmSync("dist", { recursive: true, force: true });
     fs.mkdirSync("dist");
     fs.writeFileSync("dist/index.html", "");\n`,
  );
});
afterEach(async () => {
  await rm(projectRoot, { recursive: true, force: true });
});

async function write(file: string, text: string): Promise<void> {
  await writeFile(path.join(projectRoot, file), text);
}

/** @returns the build's output lines; none if the built app was used */
async function build(): Promise<readonly string[]> {
  const lines: string[] = [];
  await buildWebWhenChanged({
    projectRoot,
    onLine: (line) => lines.push(line),
    signal: AbortSignal.timeout(20_000),
  });
  return lines;
}

test("the web app is built once, and again when its sources change", async () => {
  expect(await build()).toEqual(["building the web app"]);
  expect(await build()).toEqual([]);

  await write("packages/web/src/main.ts", "second");

  expect(await build()).toEqual(["building the web app"]);
});

test("an existing build is used where nothing can build", async () => {
  await build();
  await rm(path.join(projectRoot, "node_modules"), { recursive: true });

  expect(await build()).toEqual([]);
});

test("an installed package ships the web app built, without its sources", async () => {
  await rm(path.join(projectRoot, "packages/web"), { recursive: true });
  await rm(path.join(projectRoot, "node_modules"), { recursive: true });

  expect(await build()).toEqual([]);
});

test("where nothing can build, a missing or outdated web app is refused with advice", async () => {
  const howToBuild = `Run \`npm run build\` in ${projectRoot} as the user it belongs to, then start again.`;
  const vite = path.join(projectRoot, "node_modules/vite");
  await build();
  await rm(vite, { recursive: true });

  await write("packages/web/src/main.ts", "second");
  await expect(build()).rejects.toThrow(
    `was built from different sources, and its build tools are not installed. ${howToBuild}`,
  );

  await rm(path.join(projectRoot, "packages/web/dist"), { recursive: true });
  await expect(build()).rejects.toThrow(
    `is not built, and its build tools are not installed. ${howToBuild}`,
  );
});
