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
const projectRoot = "/nowhere"; // files need no program to be put back

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

test("after a change that was cut off the version of before starts with its data", async () => {
  await releases.keepData("data-before", projectRoot);
  await writeData("new");
  await releases.setUnderWay({ from: own, to: next, data: "data-before" });

  await endCutOffChange({ ...place, projectRoot }, log);

  expect(readData()).toEqual(["old", "old"]);
  expect(releases.underWay).toBeNull();
});

test("a version that starts after it has proven itself keeps what it wrote", async () => {
  await releases.keepData("data-before", projectRoot);
  await writeData("new");
  await releases.setUnderWay({ from: "0.0.1", to: own, data: "data-before" });

  await endCutOffChange({ ...place, projectRoot }, log);

  expect(readData()).toEqual(["new", "new"]);
  expect(releases.underWay).toBeNull();
});

test("a change that was cut off before the data were kept whole leaves them as they are", async () => {
  // A copy that was cut off, and one of an earlier upgrade that was removed.
  await mkdir(path.join(dataDir, "releases/.data-before/database"), { recursive: true });
  await releases.setUnderWay({ from: own, to: next, data: "data-before" });

  await endCutOffChange({ ...place, projectRoot }, log);

  expect(readData()).toEqual(["old", "old"]);
});

test("kept data come back whole however often it is tried, and a new copy replaces the one before", async () => {
  await releases.keepData("data-before", projectRoot);
  await writeData("newer");
  await releases.keepData("data-before", projectRoot);
  await writeData("newest");
  // What a call that was cut off leaves.
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
