import { trackSchema } from "@neonrelay/contract";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { markedWav } from "../src/chaos/marked-track.ts";
import { PromiseStation } from "../src/promise-station.ts";
import { until } from "../src/test-station.ts";

let radio: PromiseStation;
beforeAll(async () => {
  radio = await PromiseStation.start();
});
afterAll(() => radio?.[Symbol.asyncDispose]());

const sound = markedWav({ firstNumber: 5000, seconds: 12 });

async function send(name: string, bytes: Buffer, cookie = radio.operator.cookieHeader) {
  const form = new FormData();
  form.set("music", new File([new Uint8Array(bytes)], name));
  const { webUrl } = radio.station;
  const answer = await fetch(new URL("/api/upload", webUrl), {
    method: "POST",
    body: form,
    headers: { origin: webUrl, cookie },
  });
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

async function found(words: string) {
  const { body } = await radio.operator.call("GET", `/api/tracks?q=${encodeURIComponent(words)}`);
  return z.array(trackSchema).parse(body);
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).toSorted();
}

test("a good file is in the library with its length, can be found, and plays", async () => {
  const sent = await send("Ночной полёт.wav", sound);

  expect(sent.status).toBe(200);
  const { track } = z.object({ track: trackSchema }).parse(sent.body);
  expect(track).toMatchObject({ title: "Ночной полёт", durationMs: 12_000 });
  expect((await found("полёт")).map(({ id }) => id)).toEqual([track.id]);
  const queued = await radio.operator.call("POST", "/api/queue", { trackId: track.id });
  expect(queued.status).toBe(200);
  await radio.operator.call("POST", "/api/playback/skip", {});
  await until("it is on air", async () => (await radio.nowPlaying()).track?.id === track.id);
});

test("a bad file is refused with a reason, and nothing of it is kept", async () => {
  const music = path.join(radio.station.dataDir, "music");
  const before = await filesBelow(music);

  const text = await send("song.mp3", Buffer.from("this is no music at all ".repeat(1000)));
  const torn = await send("torn.wav", sound.subarray(0, 30));
  const program = await send("run.exe", Buffer.from("MZ"));

  for (const answer of [text, torn, program]) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/\w+ \w+/) });
  }
  expect(await found("song")).toEqual([]);
  expect(await filesBelow(music)).toEqual(before);
});

test("a hostile name stays a name: the file is in the station's folder, whatever it is called", async () => {
  const sent = await send(
    "../../../etc/<b>passwd\u202e.wav",
    markedWav({ firstNumber: 6000, seconds: 11 }),
  );

  expect(sent.status).toBe(200);
  const { track } = z.object({ track: trackSchema }).parse(sent.body);
  expect(track.title).not.toContain("/");
  const files = await filesBelow(path.join(radio.station.dataDir, "music"));
  expect(files.filter((name) => name.includes("passwd"))).toHaveLength(1);
});

test("guests may not upload, and the answer says so", async () => {
  expect(await send("guest.wav", sound, "")).toEqual({
    status: 401,
    body: { error: "Admin access required for uploads", code: "not_signed_in" },
  });
});
