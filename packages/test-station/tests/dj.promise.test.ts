import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MountEncoder } from "../../on-air/src/audio/mount-encoder.ts";
import { nextSecond } from "../src/heard-sound.ts";
import { PromiseStation, tones } from "../src/promise-station.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { TestDjs } from "../src/test-djs.ts";
import { until } from "../src/test-station.ts";
import { leadingTones } from "../src/tone-levels.ts";

const DJ_HZ = 2400;
const RATE_HZ = 44_100;

let radio: PromiseStation;
let djs: TestDjs;
let file: string;
beforeAll(async () => {
  radio = await PromiseStation.start();
  djs = new TestDjs(radio);
  file = path.join(radio.station.dataDir, "dj.mp3");
  await writeFile(file, toneMp3(60));
});
afterAll(async () => {
  await djs?.hangUp();
  await radio?.[Symbol.asyncDispose]();
});

/** Audio of a DJ program. */
function toneMp3(seconds: number): Buffer {
  const encoder = new MountEncoder({
    codec: "mp3",
    bitrateKbps: 128,
    sampleRateHz: RATE_HZ,
    channels: 2,
  });
  const frames: Buffer[] = [];
  const piece = 1152;
  for (let at = 0; at < seconds * RATE_HZ; at += piece) {
    const samples = Float32Array.from(
      { length: piece },
      (_, index) => 0.3 * Math.sin((2 * Math.PI * DJ_HZ * (at + index)) / RATE_HZ),
    );
    frames.push(...encoder.encode({ left: samples, right: samples }));
  }
  encoder.close();
  return Buffer.concat(frames);
}

test("a DJ replaces the music, is named to everyone, and leaves without a silence", async () => {
  await using listener = new StreamListener(radio.station.streamUrl, {});
  const frequenciesHz = [DJ_HZ, ...Object.values(tones)];
  const heard = async () =>
    leadingTones(await nextSecond(listener), { frequenciesHz, windowMs: 500 });
  const nova = await djs.make("nova");

  const source = await djs.broadcast(nova, {
    address: "127.9.1.1",
    sound: { file, type: "audio/mpeg" },
  });
  await djs.reached(["nova on-air"]);
  await until("the DJ is heard", async () => (await heard()).every((hz) => hz === DJ_HZ));
  const info = await radio.station.visitor().call("GET", "/api/stream/info");
  const second = await djs.broadcast(await djs.make("luna"), {
    address: "127.9.1.2",
    sound: { file, type: "audio/mpeg" },
  });
  await djs.reached(["nova on-air", "luna waiting"]);
  second.socket.destroy();
  await djs.reached(["nova on-air"]);
  source.socket.destroy();
  await djs.reached([]);

  expect(info.body).toMatchObject({ live: { djName: "nova" } });
  await until("music is heard", async () => {
    const tone = await heard();
    expect(tone).not.toContain(null);
    return tone.every((hz) => hz !== DJ_HZ);
  });
});

test("a wrong key and a revoked one are refused, and the programme continues", async () => {
  const vera = await djs.make("vera");
  const wrong = await djs.broadcast(
    { username: "vera", key: "not-the-key" },
    { address: "127.9.1.3", sound: { file, type: "audio/mpeg" } },
  );
  expect(await wrong.answer).toMatch(/^HTTP\/1\.1 401 /);

  await djs.broadcast(vera, { address: "127.9.1.4", sound: { file, type: "audio/mpeg" } });
  await djs.reached(["vera on-air"]);
  await vera.visitor.call("DELETE", "/api/live/key");
  await djs.reached([]);
});
