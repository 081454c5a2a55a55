import { liveSessionSchema, playSchema } from "@neonrelay/contract";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

let folder: string;
let station: TestStation;
let operator: Visitor;
let dj: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-dj-"));
  const music = path.join(folder, "music");
  await mkdir(music);
  await makeTone({
    file: path.join(folder, "dj.mp3"),
    frequencyHz: 800,
    seconds: 120,
    title: "Night Owl",
  });
  await makeTone({
    file: path.join(music, "tone.mp3"),
    frequencyHz: 400,
    seconds: 200,
    title: "tone",
  });
  station = await TestStation.start({ musicDirs: [music] });
  operator = await station.operator();
});
afterAll(async () => {
  dj?.kill("SIGKILL");
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A real DJ's program that speaks SOURCE by libshout, and takes titles from its files. */
async function startEzstream(user: {
  readonly username: string;
  readonly key: string;
}): Promise<ChildProcess> {
  const { hostname, port } = new URL(station.streamUrl);
  const config = path.join(folder, "ezstream.xml");
  const server = `<hostname>${hostname}</hostname><port>${port}</port><user>${user.username}</user><password>${user.key}</password>`;
  await writeFile(
    config,
    `<ezstream><servers><server>${server}</server></servers>
     <streams><stream><mountpoint>/live</mountpoint><format>MP3</format></stream></streams>
     <intakes><intake><filename>${path.join(folder, "dj.mp3")}</filename></intake></intakes></ezstream>`,
    { mode: 0o600 },
  );
  return spawn("ezstream", ["-c", config], { stdio: "inherit" });
}

async function sessions() {
  const { body } = await operator.call("GET", "/api/live/sessions");
  return z.array(liveSessionSchema).parse(body);
}

test("S10 P50 a DJ with a key from the panel is on air, in the history, and gone when their key is revoked", async () => {
  const made = await operator.call("POST", "/api/live/key");
  const access = z.object({ key: z.string(), username: z.string() }).parse(made.body);

  dj = await startEzstream(access);
  const [session] = await until("the DJ is on air", async () => {
    const all = await sessions();
    return all[0]?.state === "on-air" ? all : undefined;
  });
  const info = await operator.call("GET", "/api/stream/info");
  const skipped = await operator.call("POST", "/api/playback/skip");
  const history = await until("the title is in the history", async () => {
    const { body } = await operator.call("GET", "/api/history");
    const plays = z.array(playSchema).parse(body);
    return plays.find(({ title }) => title.includes("Night Owl"));
  });
  await operator.call("DELETE", "/api/live/key");
  await until("the DJ is cut off", async () => (await sessions()).length === 0);

  expect(info.body).toMatchObject({ live: { djName: session?.djName, waiting: 0 } });
  expect(skipped).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(history).toMatchObject({ kind: "live", djName: session?.djName, track: null });
});
