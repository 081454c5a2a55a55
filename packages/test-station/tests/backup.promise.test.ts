import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PromiseStation } from "../src/promise-station.ts";
import { environmentOf, TestStation, testAdmin } from "../src/test-station.ts";

const run = promisify(execFile);
const stationMain = fileURLToPath(new URL("../../launcher/src/station-main.ts", import.meta.url));

let radio: PromiseStation;
beforeAll(async () => {
  radio = await PromiseStation.start({ seconds: 90 });
});
afterAll(() => radio?.[Symbol.asyncDispose]());

async function station(dataDir: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", stationMain, ...words],
    { env: await environmentOf(dataDir) },
  );
  return stdout;
}

test("a backup with music restores accounts, library, queue and settings in another folder, and an invalid backup changes nothing", async () => {
  const { operator } = radio;
  const { dataDir } = radio.station;
  const account = { username: "mira", password: "a password of mira" };
  const email = "mira@radio.example";
  await operator.call("POST", "/api/users", { ...account, email, role: "moderator" });
  await operator.call("PUT", "/api/station-settings", { stationName: "Night Signal" });
  // The first is played as soon as the other station starts.
  for (const title of ["Low", "Top"])
    await operator.call("POST", "/api/queue", { trackId: await radio.trackId(title) });
  const backup = path.join(dataDir, "whole.tar");

  await station(dataDir, "backup", backup, "--music");

  const other = path.join(dataDir, "other");
  await expect(
    run(process.execPath, [stationMain, "restore", stationMain], {
      env: await environmentOf(other),
    }),
  ).rejects.toMatchObject({ code: 1 });
  await station(other, "restore", backup);
  await using restored = await TestStation.start({ dataDir: other });
  const mira = restored.visitor();
  expect((await mira.call("POST", "/api/users/login", account)).status).toBe(200);
  expect((await mira.call("GET", "/api/session")).body).toMatchObject({ role: "moderator" });
  const { body: tracks } = await mira.call("GET", "/api/tracks");
  expect(
    Object(tracks)
      .map(({ title }: { title: string }) => title)
      .toSorted(),
  ).toEqual((await radio.tracks()).map(({ title }) => title).toSorted());
  expect(JSON.stringify((await mira.call("GET", "/api/queue")).body)).toContain('"title":"Top"');
  const admin = await restored.operator();
  expect((await admin.call("GET", "/api/station-settings")).body).toMatchObject({
    stationName: "Night Signal",
  });
  expect(JSON.stringify(restored.lines)).not.toContain(testAdmin.password);
});
