// @module-tag ffmpeg
// @module-tag supysonic
import { musicSourceSchema, trackSchema, type MusicSource } from "@neonrelay/contract";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { loudnessDb } from "../src/loudness.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";
import { supysonicAccount, TestSupysonic } from "../src/test-supysonic.ts";
import { makeTone } from "../src/tones.ts";

const PATH = "/api/library/sources";
/** Media children, which read sounds and covers, have the lowest priority on a busy machine. */
const LIMIT = { limitMs: 200_000 };
const TEST_LIMIT = { timeout: 400_000 };

let music: string;
let supysonic: TestSupysonic;
beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-supysonic-"));
  for (const [title, frequencyHz] of [
    ["One", 400],
    ["Two", 600],
    ["Three", 900],
  ] as const)
    await makeTone({ file: path.join(music, `${title}.flac`), frequencyHz, seconds: 15, title });
  const picture = ["-f", "lavfi", "-i", "color=red:size=300x300", "-frames:v", "1"];
  const cover = path.join(music, "cover.jpg");
  await promisify(execFile)("ffmpeg", ["-nostdin", "-v", "error", ...picture, cover]);
  supysonic = await TestSupysonic.start(music);
});
afterAll(async () => {
  await supysonic?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

test(
  "a station plays a Subsonic server's music, and continues when that server hangs, dies and returns",
  TEST_LIMIT,
  async () => {
    await using station = await TestStation.start({ demoMusic: false, clockSpeed: 4 });
    const operator = await station.operator();
    const source = {
      name: "Real",
      url: supysonic.url,
      isPrivateAllowed: true,
      ...supysonicAccount,
    };

    const byToken = await operator.call("POST", `${PATH}/test`, source);
    const byPassword = await operator.call("POST", `${PATH}/test`, {
      ...source,
      signIn: "password",
    });
    const added = await operator.call("POST", PATH, { ...source, signIn: "password" });
    const { id } = musicSourceSchema.parse(added.body);

    expect(byToken.body).toMatchObject({
      success: false,
      message: expect.stringContaining("the password itself"),
    });
    expect(byPassword.body).toEqual({ success: true, message: "The server answers" });
    await until(
      "all tracks are here",
      async () => (await stateOf(operator)).tracksHere === 3,
      LIMIT,
    ).catch(async (cause: unknown) => {
      const state = JSON.stringify(await stateOf(operator));
      throw new Error([state, ...station.lines.slice(-40)].join("\n"), { cause });
    });
    await untilPlaysAloud(station);
    await until(
      "covers are here",
      async () => {
        const { body } = await operator.call("GET", "/api/tracks");
        const tracks = z.array(trackSchema).parse(body);
        return tracks.length === 3 && tracks.every(({ albumArt }) => albumArt !== null);
      },
      LIMIT,
    );

    supysonic.freeze();
    await operator.call("POST", `${PATH}/${id}/reading`);
    await until("it hangs", async () => (await stateOf(operator)).problem?.includes("not answer"));
    await supysonic.kill();
    await operator.call("POST", `${PATH}/${id}/reading`);
    await until("it is gone", async () => (await stateOf(operator)).problem?.includes("refuses"));
    await operator.call("POST", "/api/playback/skip");
    await untilPlaysAloud(station);
    const gone = await stateOf(operator);
    await supysonic.run();
    await operator.call("POST", `${PATH}/${id}/reading`);

    expect(gone).toMatchObject({ status: "failed", tracks: 3, tracksHere: 3 });
    await until("it is back", async () => (await stateOf(operator)).status === "ready");
    expect(station.lines.join("\n")).not.toContain(supysonicAccount.password);
  },
);

async function stateOf(operator: Visitor): Promise<MusicSource["state"]> {
  const { body } = await operator.call("GET", PATH);
  const [source] = z.array(musicSourceSchema).parse(body);
  if (source === undefined) throw new Error("there is no source");
  return source.state;
}

async function untilPlaysAloud(station: TestStation): Promise<void> {
  const nowSchema = z.object({ now: z.object({ title: z.enum(["One", "Two", "Three"]) }) });
  await until("its music is on air", async () => {
    const { body } = await station.visitor().call("GET", "/api/now-playing");
    return nowSchema.safeParse(body).success && (await loudnessDb(station, { seconds: 4 })) > -25;
  });
}
