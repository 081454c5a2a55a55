import { createLog } from "@neonrelay/process/log";
import { readProgramVersion } from "@neonrelay/process/program-version";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ReleaseFolder, type DataPlace } from "./release-folder.ts";
import { endCutOffChange } from "./release-recovery.ts";

const log = createLog({ part: "test", level: "silent" });
const own = readProgramVersion().version;
const next = "99.1.0";
const projectRoot = "/nowhere"; // restoring files needs no program

let dataDir: string;
let place: DataPlace;
let releases: ReleaseFolder;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-recovery-"));
  place = { dataDir, databaseUrl: null };
  releases = new ReleaseFolder(place);
  await writeData("old");
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

test("after an interrupted change, the former version starts with its data", async () => {
  await releases.keepData("data-before", projectRoot);
  await writeData("new");
  await releases.setUnderWay({ from: own, to: next, data: "data-before" });

  await endCutOffChange({ ...place, projectRoot }, log);

  expect(readData()).toEqual(["old", "old"]);
  expect(releases.underWay).toBeNull();
});

test("a version that has proven itself keeps what it wrote", async () => {
  await releases.keepData("data-before", projectRoot);
  await writeData("new");
  await releases.setUnderWay({ from: "0.0.1", to: own, data: "data-before" });

  await endCutOffChange({ ...place, projectRoot }, log);

  expect(readData()).toEqual(["new", "new"]);
  expect(releases.underWay).toBeNull();
});

test("a change interrupted before the data was fully kept leaves the data alone", async () => {
  // An interrupted copy, and one of an earlier upgrade that was removed.
  await mkdir(path.join(dataDir, "releases/.data-before/database"), { recursive: true });
  await releases.setUnderWay({ from: own, to: next, data: "data-before" });

  await endCutOffChange({ ...place, projectRoot }, log);

  expect(readData()).toEqual(["old", "old"]);
});

test("kept data can be restored repeatedly, and a new copy replaces the old one", async () => {
  await releases.keepData("data-before", projectRoot);
  await writeData("newer");
  await releases.keepData("data-before", projectRoot);
  await writeData("newest");
  // What an interrupted call leaves.
  await mkdir(path.join(dataDir, "releases/.arriving-database/half"), { recursive: true });
  await rm(path.join(dataDir, "database"), { recursive: true });

  await releases.restoreData("data-before", projectRoot);
  await releases.restoreData("data-before", projectRoot);

  expect(readData()).toEqual(["newer", "newer"]);
});

async function writeData(content: string): Promise<void> {
  await mkdir(path.join(dataDir, "database"), { recursive: true });
  await writeFile(path.join(dataDir, "database/rows"), content);
  await writeFile(path.join(dataDir, "station-data.json"), content);
}

function readData(): string[] {
  return ["database/rows", "station-data.json"].map((name) =>
    readFileSync(path.join(dataDir, name), "utf8"),
  );
}
