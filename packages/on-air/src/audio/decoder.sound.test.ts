// @module-tag ffmpeg
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DecodeError } from "./decode-error.ts";
import { openDecoder } from "./decoder.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";
import { amplitudeOf, makeTone } from "./test-sound.ts";

const SECONDS = 3;
const HZ = 1000;
let folder = "";
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "decoder-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

function decodeAll(file: string, { skipToMs = 0 }: { readonly skipToMs?: number } = {}) {
  const decoder = openDecoder(file);
  decoder.skipTo(skipToMs, () => false);
  const pieces: Float32Array[] = [];
  for (let piece = decoder.read(); piece !== undefined; piece = decoder.read())
    pieces.push(piece.slice());
  const { info } = decoder;
  decoder.close();
  const pcm = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    pcm.set(piece, length);
    length += piece.length;
  }
  return { info, pcm, samples: length / CHANNELS };
}

test.each([
  { name: "a.mp3", codec: "mp3", options: ["-b:a", "128k"] },
  { name: "a.flac", codec: "flac", options: [] },
  { name: "a.wav", codec: "pcm_s16le", options: ["-c:a", "pcm_s16le"] },
  { name: "24-bit.wav", codec: "pcm_s24le", options: ["-c:a", "pcm_s24le"] },
  { name: "float.wav", codec: "pcm_f32le", options: ["-c:a", "pcm_f32le"] },
  { name: "a.ogg", codec: "vorbis", options: ["-c:a", "libvorbis"] },
  { name: "a.opus", codec: "opus", options: ["-c:a", "libopus"] },
  { name: "a.m4a", codec: "aac", options: ["-c:a", "aac"] },
])("$name decodes to its own length and tone", async ({ name, codec, options }) => {
  const file = await makeTone({ file: at(name), hz: HZ, seconds: SECONDS, options });

  const { info, pcm, samples } = decodeAll(file);

  expect(info.codec).toBe(codec);
  expect(info.channels).toBe(2);
  expect(Math.abs(samples - SECONDS * SAMPLE_RATE_HZ)).toBeLessThanOrEqual(1152);
  expect(amplitudeOf(pcm, { from: 22_050, count: 44_100, hz: HZ })).toBeCloseTo(0.5, 1);
});

test.each([
  { name: "mono.flac", sampleRateHz: 44_100, channels: 1, amplitude: 0.5 },
  { name: "low.wav", sampleRateHz: 8000, channels: 1, amplitude: 0.5 },
  { name: "high.flac", sampleRateHz: 192_000, channels: 2, amplitude: 0.5 },
  { name: "six.flac", sampleRateHz: 48_000, channels: 6, amplitude: 0.5 },
  { name: "eight.wav", sampleRateHz: 48_000, channels: 8, amplitude: 0.5 },
])("$name comes out as 44.1 kHz stereo at the level it had", async (sound) => {
  const { name, sampleRateHz, channels } = sound;
  const file = await makeTone({ file: at(name), hz: HZ, seconds: SECONDS, sampleRateHz, channels });

  const { info, pcm, samples } = decodeAll(file);

  expect(info).toMatchObject({ sampleRateHz, channels });
  expect(Math.abs(samples - SECONDS * SAMPLE_RATE_HZ)).toBeLessThanOrEqual(2);
  expect(amplitudeOf(pcm, { from: 22_050, count: 44_100, hz: HZ })).toBeCloseTo(0.5, 1);
});

test("a file with more channels than can be mixed is refused in words", async () => {
  const channels = 216;
  const header = Buffer.alloc(44);
  header.write("RIFF....WAVEfmt ", "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(44_100 * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(channels * 2 * 1000, 40);
  await writeFile(at("216.wav"), Buffer.concat([header, Buffer.alloc(channels * 2 * 1000)]));

  expect(() => decodeAll(at("216.wav"))).toThrow("Its 216 channels at 44100 Hz can't be mixed");
});

test("a WAV file without a channel mask is heard on both sides", async () => {
  const options = ["-c:a", "pcm_s16le"];
  const file = await makeTone({ file: at("3.wav"), hz: HZ, seconds: 1, channels: 3, options });
  const bytes = await readFile(file);
  // The mask of WAVE_FORMAT_EXTENSIBLE is 20 bytes into the format chunk, after its 8-byte header.
  const format = bytes.indexOf("fmt ");
  if (bytes.readUInt16LE(format + 8) === 0xfffe) bytes.writeUInt32LE(0, format + 28);
  await writeFile(file, bytes);

  const { pcm } = decodeAll(file);

  expect(amplitudeOf(pcm, { from: 4410, count: 22_050, hz: HZ })).toBeGreaterThan(0.1);
});

test.each(["a.mp3", "a.flac", "a.ogg", "a.opus", "a.m4a"])(
  "skipping ahead in %s lands on the same sample as decoding from the start",
  async (name) => {
    const sweep = at(`sweep-${name}`);
    const options = name === "a.ogg" ? ["-c:a", "libvorbis"] : [];
    await makeTone({ file: sweep, hz: 440, seconds: 6, options });
    const whole = decodeAll(sweep);

    const rest = decodeAll(sweep, { skipToMs: 3000 });

    expect(Math.abs(rest.samples - (whole.samples - 3 * SAMPLE_RATE_HZ))).toBeLessThanOrEqual(1);
    const from = 3 * SAMPLE_RATE_HZ * CHANNELS;
    let difference = 0;
    for (let index = 0; index < 44_100; index += 1)
      difference = Math.max(
        difference,
        Math.abs((rest.pcm[index] ?? 0) - (whole.pcm[from + index] ?? 0)),
      );
    // Less than one sample of this tone: a resampler may land between two samples.
    expect(difference).toBeLessThan(0.02);
  },
);

test("a skip that is no longer wanted is aborted", async () => {
  const file = await makeTone({ file: at("long.mp3"), hz: HZ, seconds: 20 });
  const decoder = openDecoder(file);
  let asked = 0;

  decoder.skipTo(15_000, () => (asked += 1) > 3);

  decoder.close();
  expect(asked).toBe(4);
});

test("a truncated file plays up to where it ends", async () => {
  const file = await makeTone({ file: at("whole.mp3"), hz: HZ, seconds: SECONDS });
  const bytes = await readFile(file);
  await writeFile(at("truncated.mp3"), bytes.subarray(0, bytes.length / 2));

  const { samples } = decodeAll(at("truncated.mp3"));

  expect(samples / SAMPLE_RATE_HZ).toBeGreaterThan(1.3);
  expect(samples / SAMPLE_RATE_HZ).toBeLessThan(1.6);
});

test("damage in the middle of a file costs only the damaged part", async () => {
  const file = await makeTone({ file: at("damaged.mp3"), hz: HZ, seconds: SECONDS });
  const bytes = await readFile(file);
  bytes.fill(0x55, 20_000, 22_000);
  await writeFile(file, bytes);

  const { samples } = decodeAll(file);

  expect(samples / SAMPLE_RATE_HZ).toBeGreaterThan(2.5);
});

test("a large cover or a wrong extension doesn't matter", async () => {
  const file = await makeTone({ file: at("plain.mp3"), hz: HZ, seconds: 1 });
  const sound = await readFile(file);
  const bodyBytes = 1024 * 1024;
  const tag = Buffer.alloc(10 + bodyBytes);
  tag.write("ID3\x04\x00\x00", "latin1");
  for (const [index, shift] of [21, 14, 7, 0].entries())
    tag[6 + index] = (bodyBytes >> shift) & 0x7f;
  await writeFile(at("cover.flac"), Buffer.concat([tag, sound]));

  const { info, samples } = decodeAll(at("cover.flac"));

  expect(info.codec).toBe("mp3");
  expect(Math.abs(samples - SAMPLE_RATE_HZ)).toBeLessThanOrEqual(1152);
});

test.each([
  { what: "a file that is gone", bytes: undefined, says: "The file is not there" },
  { what: "an empty file", bytes: Buffer.alloc(0), says: "The file is empty" },
  {
    what: "a text file",
    bytes: Buffer.from("Not a song.\n".repeat(1000)),
    says: "This is not an audio file of a kind the station can read",
  },
  {
    what: "a playlist that names other files",
    bytes: Buffer.from("#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n"),
    says: "This is not an audio file of a kind the station can read",
  },
])("$what is refused in words", async ({ bytes, says }) => {
  const file = at("refused.mp3");
  await rm(file, { force: true });
  if (bytes !== undefined) await writeFile(file, bytes);

  expect(() => openDecoder(file)).toThrow(new DecodeError(says));
});

test("a folder and noise are refused", async () => {
  const noise = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7919) >> 3));
  await writeFile(at("noise.mp3"), noise);

  expect(() => openDecoder(folder)).toThrow(DecodeError);
  expect(() => openDecoder(at("noise.mp3"))).toThrow(DecodeError);
});

test("damaged files of every kind end or are refused, and nothing worse", async () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const names = ["x.mp3", "x.flac", "x.wav", "x.opus", "x.m4a"];
  for (const name of names) {
    const file = await makeTone({ file: at(name), hz: HZ, seconds: 1 });
    const whole = await readFile(file);
    for (let turn = 0; turn < 12; turn += 1) {
      const bytes = Buffer.from(whole);
      // Every third time damage the start as well, where the stream is described.
      const first = turn % 3 === 0 ? 0 : Math.min(4096, bytes.length >> 1);
      for (let change = 0; change < 1 + turn * 4; change += 1)
        bytes[first + random(bytes.length - first)] = random(256);
      await writeFile(file, bytes.subarray(0, bytes.length - (turn % 2) * random(bytes.length)));

      try {
        const { samples } = decodeAll(file);
        expect(samples / SAMPLE_RATE_HZ).toBeLessThan(60);
      } catch (error) {
        expect(error).toBeInstanceOf(DecodeError);
      }
    }
  }
});
