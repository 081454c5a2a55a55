import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listInstalledStations, portsOfOthers } from "./installed-stations.ts";
import { checkPlace } from "./setup-checks.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-units-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test("stations are found by their units, and by enabled instances of the template", async () => {
  const unit = (file: string, text: string) => writeFile(path.join(folder, file), text);
  await mkdir(path.join(folder, "multi-user.target.wants"));
  await unit("neonrelay.service", "[Service]\nEnvironment=DATA_DIR=/var/lib/neonrelay A=b\n");
  await unit("neonrelay@.service", "Environment=DATA_DIR=/var/lib/neonrelay-%i\n");
  await unit("neonrelay@two.service", 'Environment="DATA_DIR=/srv/my 100%% radio" A=b\n');
  await unit("multi-user.target.wants/neonrelay@three.service", "");
  await unit("neonrelay-backup.service", "Environment=DATA_DIR=/x\n");

  expect(listInstalledStations(folder)).toEqual([
    { name: null, dataDir: "/var/lib/neonrelay" },
    { name: "two", dataDir: "/srv/my 100% radio" },
    { name: "three", dataDir: "/var/lib/neonrelay-three" },
  ]);
  expect(listInstalledStations(path.join(folder, "none"))).toEqual([]);
});

test("other stations keep their ports while stopped", async () => {
  const of = async (name: string, text: string) => {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, "station.env"), text);
    return { name, dataDir: path.join(folder, name) };
  };
  const one = await of("one", "PORT=5001\nIRC_LISTEN_PORT=off\n");
  const two = await of("two", "STREAM_PORT=8001\n");
  const bad = await of("bad", "what is this\n");

  expect([...portsOfOthers([one, two, bad], two.dataDir)]).toEqual([5001, 8000]);
  expect([...portsOfOthers([one, two], one.dataDir)]).toEqual([5000, 8001, 6667]);
});

test("a station can't be set up in another's folder or over another's service", async () => {
  const dataDir = path.join(folder, "first");
  await mkdir(dataDir);
  const installed = [
    { name: null, dataDir },
    { name: "two", dataDir: "/srv/two" },
  ];
  const elsewhere = { name: null, installed };

  expect(checkPlace("/srv/two", elsewhere)).toMatchObject({
    state: "bad",
    advice: "Add --name two to change it.",
  });
  expect(checkPlace(dataDir, { name: "three", installed })).toMatchObject({ state: "bad" });
  expect(checkPlace(dataDir, elsewhere)).toBeNull();
  expect(checkPlace("/srv/three", { name: "three", installed })).toBeNull();
  // No station there any more: it has moved.
  expect(checkPlace("/srv/new", elsewhere)).toBeNull();
  const data = { stationId: randomUUID(), program: "1.0.0", schema: 1 };
  await writeFile(path.join(dataDir, "station-data.json"), JSON.stringify(data));
  expect(checkPlace("/srv/new", elsewhere)).toMatchObject({
    state: "bad",
    advice: "Give this one a name of its own, with --name: docs/several-stations.md.",
  });
});
