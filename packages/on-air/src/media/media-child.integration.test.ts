// @module-tag ffmpeg
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { analyseFile } from "./analyse-file.ts";
import { demoPieces } from "./demo/demo-songs.ts";
import { id3Tag, type Id3Fields } from "./demo/id3-tag.ts";
import {
  DEMO_JINGLES_FOLDER,
  DEMO_TRACKS,
  mediaChildUrl,
  mediaResultSchema,
  type Analysis,
  type MediaResult,
} from "./media-jobs.ts";

const run = promisify(execFile);
const noTags = {
  album: null,
  genre: null,
  year: null,
  trackNumber: null,
  artworkName: null,
  artists: [],
};
let folder: string;
let artworkFolder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "media-child-"));
  artworkFolder = path.join(folder, "artwork");
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function inFolder(name: string): string {
  return path.join(folder, name);
}

/** Makes an audio file with ffmpeg. @param source a lavfi source, such as `sine=440:d=3` */
async function makeAudio(
  name: string,
  source: string,
  options: readonly string[] = [],
): Promise<string> {
  const input = ["-v", "error", "-y", "-f", "lavfi", "-i", source];
  await run("ffmpeg", [...input, ...options, inFolder(name)]);
  return inFolder(name);
}

async function runChild(
  input: string,
): Promise<{ readonly exitCode: unknown; readonly output: string; readonly log: string }> {
  const child = spawn(process.execPath, [mediaChildUrl.pathname], { timeout: 300_000 });
  child.stdin.end(input);
  const [output, log, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { exitCode, output, log };
}

async function runJob(job: unknown): Promise<readonly MediaResult[]> {
  const { exitCode, output, log } = await runChild(`${JSON.stringify(job)}\n`);
  expect({ exitCode, log }).toEqual({ exitCode: 0, log: "" });
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => mediaResultSchema.parse(JSON.parse(line)));
}

async function analyse(...paths: readonly string[]): Promise<readonly MediaResult[]> {
  const results = await runJob({ kind: "analyse", paths, artworkFolder, niceness: 10 });
  return results.filter(({ kind }) => kind !== "progress");
}

async function analyseOne(filePath: string): Promise<Analysis> {
  const [result] = await analyse(filePath);
  if (result?.kind !== "analysed") throw new Error(`not analysed: ${JSON.stringify(result)}`);
  return result.analysis;
}

/** An MP3 with a hand-made ID3 tag, because ffmpeg would not write such a tag. */
async function makeTaggedMp3(name: string, fields: Partial<Id3Fields>): Promise<string> {
  const plain = await makeAudio(`plain-${name}`, "sine=440:d=2", ["-id3v2_version", "0"]);
  const tag = id3Tag({
    title: "Tagged",
    artist: "Tester",
    album: "Fixtures",
    genre: "Test",
    year: 2026,
    trackNumber: 7,
    trackCount: 9,
    coverJpeg: new Uint8Array(0),
    ...fields,
  });
  await writeFile(inFolder(name), [tag, await readFile(plain)]);
  return inFolder(name);
}

/** Measures mono the way it is played: from two speakers. */
async function ffmpegLufs(filePath: string): Promise<number> {
  const filter = "ebur128=dualmono=true";
  const options = ["-hide_banner", "-nostats", "-i", filePath, "-af", filter, "-f", "null", "-"];
  const { stderr } = await run("ffmpeg", options);
  return Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(stderr)?.[1]);
}

test("every format is read, with its codec and real duration, in the requested order", async () => {
  const formats = [
    { name: "a.mp3", codec: "mp3", options: [] },
    { name: "b.flac", codec: "flac", options: [] },
    { name: "c.wav", codec: "pcm_s16le", options: [] },
    { name: "d.ogg", codec: "vorbis", options: ["-c:a", "libvorbis"] },
    { name: "e.opus", codec: "opus", options: [] },
    { name: "f.m4a", codec: "aac", options: [] },
    { name: "g.aac", codec: "aac", options: [] },
    { name: "h.aiff", codec: "pcm_s16be", options: [] },
    { name: "i-8khz.wav", codec: "pcm_s16le", options: ["-ar", "8000"] },
    { name: "j-192khz.flac", codec: "flac", options: ["-ar", "192000"] },
    { name: "k-8-channels.wav", codec: "pcm_s16le", options: ["-ac", "8"] },
    { name: "l-24-bit.wav", codec: "pcm_s24le", options: ["-c:a", "pcm_s24le"] },
  ];
  const paths: string[] = [];
  for (const { name, options } of formats)
    paths.push(await makeAudio(name, "sine=440:d=3:r=48000", options));

  const results = await analyse(...paths);

  const found = results.map((result) =>
    result.kind === "analysed"
      ? {
          path: result.path,
          codec: result.analysis.codec,
          isThreeSeconds: Math.abs(result.analysis.durationMs - 3000) <= 50,
        }
      : result,
  );
  expect(found).toEqual(
    formats.map(({ codec }, index) => ({ path: paths[index], codec, isThreeSeconds: true })),
  );
  const shapes = results.map((result) =>
    result.kind === "analysed" ? [result.analysis.sampleRateHz, result.analysis.channels] : [],
  );
  expect(shapes.slice(8, 11)).toEqual([
    [8000, 1],
    [192_000, 1],
    [48_000, 8],
  ]);
});

test("a broken file among others is refused with a reason and the rest are read", async () => {
  const good = await makeAudio("good.mp3", "sine=440:d=1");
  await writeFile(inFolder("empty.mp3"), "");
  await writeFile(inFolder("text.mp3"), "This is a letter, not a song.\n".repeat(500));
  await writeFile(inFolder("noise.flac"), Buffer.alloc(50_000, 0xa7));
  const video = await makeAudio("video.mp4", "color=red:s=64x64:d=1", ["-pix_fmt", "yuv420p"]);
  await writeFile(
    inFolder("header.flac"),
    (await readFile(await makeAudio("x.flac", "sine=d=1"))).subarray(0, 60),
  );

  const results = await analyse(
    good,
    inFolder("empty.mp3"),
    inFolder("text.mp3"),
    inFolder("noise.flac"),
    inFolder("gone.mp3"),
    folder,
    video,
    inFolder("header.flac"),
    good,
  );

  expect(
    results.map((result) => (result.kind === "refused" ? result.reason : result.kind)),
  ).toEqual([
    "analysed",
    "The file is empty",
    "This is not an audio file of a kind the station can read",
    expect.stringMatching(/^(The file|This) .+[^.]$/),
    "The file is not there any more",
    "This is not a regular file",
    "The file holds no audio stream",
    expect.stringMatching(/^(The file|This) .+[^.]$/),
    "analysed",
  ]);
});

test("a truncated file is as long as what remains of it", async () => {
  const mp3 = await makeAudio("cut.mp3", "sine=440:d=10", ["-b:a", "128k"]);
  await truncate(mp3, 16_000 * 4);
  const flac = await makeAudio("cut.flac", "anoisesrc=d=10:a=0.3");
  await truncate(flac, 300_000);

  expect(Math.abs((await analyseOne(mp3)).durationMs - 4000)).toBeLessThan(100);
  const { durationMs } = await analyseOne(flac);
  expect(durationMs).toBeGreaterThan(1000);
  expect(durationMs).toBeLessThan(9000);
});

test("a wrong extension does no harm: the content decides, including for tags", async () => {
  await makeAudio("real.flac", "sine=440:d=2", ["-metadata", "title=Really Flac"]);
  await writeFile(inFolder("pretends.mp3"), await readFile(inFolder("real.flac")));

  expect(await analyseOne(inFolder("pretends.mp3"))).toMatchObject({
    title: "Really Flac",
    codec: "flac",
  });
});

test("a file without tags is named after its file name", async () => {
  const filePath = await makeAudio("04_-_night_drive.wav", "sine=440:d=2", ["-bitexact"]);

  expect(await analyseOne(filePath)).toMatchObject({ ...noTags, title: "night drive" });
});

test("tags are read, and missing ones are null", async () => {
  const filePath = await makeTaggedMp3("tags.mp3", { title: "Neon\u0007 Rain", artist: "Zoë" });

  expect(await analyseOne(filePath)).toMatchObject({
    title: "Neon Rain",
    artists: ["Zoë"],
    album: "Fixtures",
    genre: "Test",
    year: 2026,
    trackNumber: 7,
    artworkName: null,
  });
});

test("a megabyte of tags and a picture of 20 MB do no harm", async () => {
  const long = await makeTaggedMp3("long.mp3", { title: "x".repeat(1_000_000) });
  const heavy = await makeTaggedMp3("heavy.mp3", { coverJpeg: new Uint8Array(20_000_000) });

  const [first, second] = await analyse(long, heavy);

  expect(first).toMatchObject({ kind: "analysed", analysis: { title: "x".repeat(300) } });
  expect(second).toMatchObject({
    kind: "analysed",
    analysis: { title: "Tagged", artworkName: null },
  });
});

test("a cover becomes three squares, shared by equal pictures; a broken one is ignored", async () => {
  const coverJpeg = await sharp({
    create: { width: 700, height: 500, channels: 3, background: "#ff2975" },
  })
    .jpeg()
    .toBuffer();
  const one = await makeTaggedMp3("cover-one.mp3", { coverJpeg });
  const two = await makeTaggedMp3("cover-two.mp3", { coverJpeg });
  const broken = await makeTaggedMp3("cover-broken.mp3", { coverJpeg: coverJpeg.subarray(0, 90) });

  const results = await analyse(one, two, broken);

  const names = results.map((result) =>
    result.kind === "analysed" ? result.analysis.artworkName : result.kind,
  );
  expect(names).toEqual([names[0], names[0], null]);
  const files = (await readdir(artworkFolder)).sort();
  expect(files).toEqual([96, 256, 512].map((size) => `${names[0]}-${size}.webp`).sort());
  for (const size of [96, 256, 512]) {
    const picture = await sharp(path.join(artworkFolder, `${names[0]}-${size}.webp`)).metadata();
    expect([picture.format, picture.width, picture.height]).toEqual(["webp", size, size]);
  }
});

test("[P1] loudness matches ffmpeg's to half a LU; silence has none", async () => {
  const noise = "anoisesrc=d=12:c=pink:a=0.5:seed=4,tremolo=f=0.2:d=0.9";
  const stereo = await makeAudio("loud.flac", `${noise},aformat=channel_layouts=stereo`);
  const mono = await makeAudio("mono.wav", noise);
  const silence = await makeAudio("silence.wav", "anullsrc=d=3");

  const [first, second, third] = await analyse(stereo, mono, silence);

  for (const [result, filePath] of [
    [first, stereo],
    [second, mono],
  ] as const) {
    const lufs = result?.kind === "analysed" ? result.analysis.integratedLufs : null;
    expect(Math.abs((lufs ?? 0) - (await ffmpegLufs(filePath)))).toBeLessThan(0.5);
  }
  expect(third).toMatchObject({
    kind: "analysed",
    analysis: { integratedLufs: null, truePeakDbtp: null, loudnessRangeLu: null, cues: null },
  });
});

test("[P10][P11][P12] silence at both ends and the end of a fade-out are found", async () => {
  // Sound from 3 s on; from 20 s it fades: 8 dB down after 21.6 s and 42 dB down after 28.4 s.
  const wave = "0.3*sin(2*PI*440*t)*gte(t,3)*if(lt(t,20),1,pow(10,(20-t)/4))";
  const faded = await makeAudio("faded.flac", `aevalsrc='${wave}':d=35`);
  const cold = await makeAudio("cold.flac", "sine=440:d=10");

  const [first, second] = await Promise.all([analyseOne(faded), analyseOne(cold)]);

  expect(first.cues?.cueInMs).toBe(2900);
  expect(Math.abs((first.cues?.startNextMs ?? 0) - 21_500)).toBeLessThanOrEqual(200);
  expect(Math.abs((first.cues?.cueOutMs ?? 0) - 28_600)).toBeLessThanOrEqual(300);
  expect(second.cues).toEqual({ cueInMs: 0, cueOutMs: null, startNextMs: second.durationMs });
});

test("[P108] troubles are found in real files, and none in a good one", async () => {
  const tone = (wave: string): string => `aevalsrc='${wave}':d=30:s=44100`;
  const sine = "0.4*sin(2*PI*440*t)*if(lt(t,25),1,pow(10,(25-t)/2))";
  const [fine, clipped, mono] = [
    await makeAudio("fine.mp3", tone(`${sine}|0.7*${sine}`), ["-b:a", "192k"]),
    await makeAudio("clipped.wav", tone(`${sine}*4|0.7*${sine}`)),
    await makeAudio("mono.mp3", tone(sine), ["-ac", "2", "-b:a", "192k"]),
  ];
  const wrong = inFolder("wrong.mp3");
  const bytes = await readFile(fine);
  await writeFile(wrong, bytes.subarray(0, bytes.length / 2));

  const found = await analyse(fine, clipped, mono, wrong);

  const troubles = found.map((result) =>
    result.kind === "analysed" ? result.analysis.troubles : result.kind,
  );
  expect(troubles).toEqual([
    [],
    [{ kind: "clipped", amount: expect.any(Number), atMs: expect.any(Number) }],
    [{ kind: "mono", amount: expect.any(Number), atMs: null }],
    [{ kind: "cut_off", amount: expect.closeTo(15, 0), atMs: expect.closeTo(15_000, -3) }],
  ]);
});

/** 2.8 MHz stereo DSD whose bits alternate, as in silence. */
function silentDsf(seconds: number): Buffer {
  const block = 4096;
  const samples = 2_822_400 * seconds;
  const blocks = Math.ceil(samples / 8 / block);
  const data = Buffer.alloc(2 * blocks * block, 0x69);
  const header = Buffer.alloc(92);
  header.write("DSD ", 0, "latin1");
  header.writeBigUInt64LE(28n, 4);
  header.writeBigUInt64LE(BigInt(header.length + data.length), 12);
  header.write("fmt ", 28, "latin1");
  header.writeBigUInt64LE(52n, 32);
  for (const [index, value] of [1, 0, 2, 2, 2_822_400, 1].entries())
    header.writeUInt32LE(value, 40 + 4 * index);
  header.writeBigUInt64LE(BigInt(samples), 64);
  header.writeUInt32LE(block, 72);
  header.write("data", 80, "latin1");
  header.writeBigUInt64LE(BigInt(12 + data.length), 84);
  return Buffer.concat([header, data]);
}

test("MP2, WavPack, TTA, WMA, AIFF, CAF, AC-3 and DSF are decoded, under their usual names", async () => {
  const names = ["-metadata", "title=Tide", "-metadata", "artist=Lux"];
  const extensions = ["mp2", "wv", "tta", "wma", "aiff", "caf", "ac3"];
  const files = await Promise.all(
    extensions.map((extension) => makeAudio(`format.${extension}`, "sine=440:d=2", names)),
  );
  await writeFile(inFolder("format.dsf"), silentDsf(2));

  const results = await analyse(...files, inFolder("format.dsf"));

  const heard = results.map((result) =>
    result.kind === "analysed"
      ? [path.extname(result.path), result.analysis.codec, result.analysis.title]
      : result,
  );
  expect(heard).toEqual([
    [".mp2", "mp2", "format"],
    [".wv", "wavpack", "Tide"],
    [".tta", "tta", "Tide"],
    [".wma", "wmav2", "Tide"],
    [".aiff", "pcm_s16be", "Tide"],
    [".caf", "pcm_s16be", "format"],
    [".ac3", "ac3", "format"],
    [".dsf", "dsd_lsbf_planar", "format"],
  ]);
  const lengths = results.map((result) =>
    result.kind === "analysed" ? Math.round(result.analysis.durationMs / 100) : 0,
  );
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(19);
});

test("[P6][P21] tags for loudness, album artist and disc are read", async () => {
  const tags = ["R128_TRACK_GAIN=-2560", "album_artist=Various", "disc=2/3", "track=5/9"];
  const options = tags.flatMap((tag) => ["-metadata", tag]);
  const opus = await makeAudio("tagged.opus", "sine=440:d=1", options);
  const gain = ["-metadata", "REPLAYGAIN_TRACK_GAIN=-6.50 dB"];
  const flac = await makeAudio("tagged.flac", "sine=440:d=1", gain);

  expect(await analyseOne(opus)).toMatchObject({
    tagLufs: -13,
    albumArtists: ["Various"],
    discNumber: 2,
    trackNumber: 5,
  });
  expect((await analyseOne(flac)).tagLufs).toBeCloseTo(-11.5, 3);
});

test("a long file reports progress after each decoded minute", async () => {
  const filePath = await makeAudio("mix.flac", "sine=440:d=150");

  const results = await runJob({ kind: "analyse", paths: [filePath], artworkFolder, niceness: 10 });

  expect(results.map(({ kind }) => kind)).toEqual(["progress", "progress", "analysed"]);
});

test("a track longer than the limit is refused", async () => {
  const filePath = await makeAudio("too-long.wav", "sine=440:d=5");

  const result = await analyseFile({
    filePath,
    artworkFolder,
    longestMs: 3600,
    longestOpenMs: 10_000,
    onProgress: async () => {},
  });

  expect(result).toEqual({
    kind: "refused",
    path: filePath,
    reason: "The track is longer than 0.001 hours: split it",
  });
});

test("a file that takes too long to open is refused", async () => {
  const filePath = await makeAudio("slow-to-open.mp3", "sine=440:d=2");

  const result = await analyseFile({
    filePath,
    artworkFolder,
    longestMs: 3_600_000,
    longestOpenMs: 0,
    onProgress: async () => {},
  });

  expect(result).toEqual({
    kind: "refused",
    path: filePath,
    reason:
      "Opening this file takes too long: it has far too many tags, or they are damaged; remove them",
  });
});

test("a file that claims one sample per second is refused before it is decoded for days", async () => {
  const wav = await readFile(await makeAudio("rate.wav", "sine=440:d=2"));
  wav.writeUInt32LE(1, wav.indexOf("fmt ") + 12);
  await writeFile(inFolder("one-hertz.wav"), wav);

  expect(await analyse(inFolder("one-hertz.wav"))).toMatchObject([
    {
      kind: "refused",
      reason: "The file is damaged: it claims a sample rate of 1 Hz",
    },
  ]);
});

test("an invalid job ends the child with 1 and no result", async () => {
  const { exitCode, output, log } = await runChild('{"kind":"analyse","paths":[]}\n');

  expect({ exitCode, output }).toEqual({ exitCode: 1, output: "" });
  expect(log).toContain("the job does not parse");
});

test("a partial demo album is completed without touching existing files", async () => {
  const demoFolder = inFolder("unfinished-demo");
  await mkdir(path.join(demoFolder, DEMO_JINGLES_FOLDER), { recursive: true });
  const [first, second, ...others] = demoPieces.map(({ file }) => path.join(demoFolder, file));
  for (const file of [first, ...others]) await writeFile(file ?? "", "kept");

  const made = await runJob({ kind: "synthesise-demo", folder: demoFolder, niceness: 0 });

  expect(made).toEqual([{ kind: "demo-track", path: second }]);
  expect(await readFile(first ?? "", "utf8")).toBe("kept");
}, 900_000);

test("an empty library gets six complete demo tracks, all different, and two jingles of a few seconds", async () => {
  const demoFolder = inFolder("demo");

  const made = await runJob({ kind: "synthesise-demo", folder: demoFolder, niceness: 0 });
  const files = demoPieces.map(({ file }) => path.join(demoFolder, file)).sort();
  const isJingle = (file: string) => path.basename(path.dirname(file)) === DEMO_JINGLES_FOLDER;
  const songs = files.filter((file) => !isJingle(file));
  // The others come from the same master.
  const measured = [songs.at(0), songs.at(-1), files.find(isJingle)].map((file) => file ?? "");
  const [first, last, jingle] = (await analyse(...measured)).flatMap((result) =>
    result.kind === "analysed" ? [result.analysis] : [],
  );

  expect(songs).toHaveLength(DEMO_TRACKS);
  const paths = made.flatMap((result) => (result.kind === "demo-track" ? result.path : []));
  expect(made).toHaveLength(files.length);
  expect(paths[0]).toBe(songs[0]);
  expect(paths.toSorted()).toEqual(files);
  expect([first?.trackNumber, last?.trackNumber]).toEqual([1, DEMO_TRACKS]);
  for (const track of [first, last]) {
    expect(track).toMatchObject({ album: "Signal in the Dark", genre: "Synthwave", year: 2026 });
    expect(track?.durationMs).toBeGreaterThan(60_000);
    expect(track?.durationMs).toBeLessThan(90_000);
    expect(track?.integratedLufs).toBeGreaterThan(-16);
    expect(track?.integratedLufs).toBeLessThan(-14);
    expect(track?.truePeakDbtp).toBeLessThan(-2);
  }
  for (const field of ["title", "artworkName", "durationMs"] as const)
    expect(first?.[field]).not.toBe(last?.[field]);
  const brightness = await Promise.all(songs.map((file) => zeroCrossingsPerSecond(file)));
  const sorted = brightness.toSorted((a, b) => a - b);
  expect((sorted.at(-1) ?? 0) / (sorted[0] ?? 1)).toBeGreaterThan(1.8);
  expect(jingle).toMatchObject({ title: "Neon Sweep", album: "Idents", genre: "Jingle" });
  expect(jingle?.durationMs).toBeGreaterThan(3000);
  expect(jingle?.durationMs).toBeLessThan(8000);
  expect(jingle?.integratedLufs).toBeGreaterThan(-17);
  expect(jingle?.truePeakDbtp).toBeLessThan(-2);
}, 900_000);

/** How often the wave changes sign: low for bass and pads, high for chips and hats. */
async function zeroCrossingsPerSecond(filePath: string): Promise<number> {
  const { stdout } = await run(
    "ffmpeg",
    ["-v", "error", "-i", filePath, "-map", "0:a", "-ac", "1", "-ar", "11025", "-f", "s8", "-"],
    { encoding: "buffer", maxBuffer: 4 * 1024 * 1024 },
  );
  let crossings = 0;
  for (let index = 1; index < stdout.length; index += 1)
    if (stdout.readInt8(index) < 0 !== stdout.readInt8(index - 1) < 0) crossings += 1;
  return (crossings * 11_025) / stdout.length;
}
