// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OggPages } from "./ogg-pages.ts";
import { readTitleComment } from "./vorbis-comment.ts";

const run = promisify(execFile);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "ogg-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

async function makeOgg(codec: string, title: string): Promise<Buffer> {
  const file = path.join(folder, `${codec}-${title.length}.ogg`);
  const tags = ["-metadata", "artist=Sigur Rós", "-metadata", `title=${title}`];
  const sound = ["-f", "lavfi", "-i", "sine=d=5:r=48000", "-c:a", codec];
  await run("ffmpeg", ["-v", "error", "-y", ...sound, ...tags, file]);
  return readFile(file);
}

test.each(["libopus", "libvorbis", "flac"])(
  "[P53] titles in an Ogg stream of %s come with their positions, however the bytes are cut",
  async (codec) => {
    const [first, second] = [await makeOgg(codec, "Ágætis"), await makeOgg(codec, "Hoppípolla ♥")];
    const titles: unknown[] = [];
    const pages = new OggPages((title) => titles.push(title));
    const bytes = Buffer.concat([first, second]);

    for (let at = 0; at < bytes.length; at += 1000) pages.add(bytes.subarray(at, at + 1000));

    expect(titles).toEqual([
      { place: 0, artist: "Sigur Rós", title: "Ágætis" },
      { place: first.length, artist: "Sigur Rós", title: "Hoppípolla ♥" },
    ]);
  },
);

test.each(["libopus", "libvorbis", "flac"])(
  "[P53] [P51] an Ogg stream of %s with a cover in its headers has its title, and can be joined midway",
  async (codec) => {
    const tags = path.join(folder, "tags.txt");
    const cover = Buffer.alloc(150_000, "cover").toString("base64");
    await writeFile(
      tags,
      `;FFMETADATA1\nMETADATA_BLOCK_PICTURE=${cover.replaceAll("=", "\\=")}\nTITLE=Valtari\n`,
    );
    const file = path.join(folder, `${codec}-cover.ogg`);
    const sound = ["-f", "lavfi", "-i", "sine=d=30:r=48000", "-i", tags, "-map_metadata", "1"];
    await run("ffmpeg", [
      "-v",
      "error",
      "-y",
      ...sound,
      "-map_metadata:s:a",
      "1:g",
      "-c:a",
      codec,
      file,
    ]);
    const bytes = await readFile(file);
    const titles: unknown[] = [];
    const pages = new OggPages((title) => titles.push(title));

    for (let at = 0; at < bytes.length; at += 4000) pages.add(bytes.subarray(at, at + 4000));
    const { preamble, from } = pages.restartAt(bytes.length - 20_000) ?? {
      preamble: Buffer.alloc(0),
      from: 0,
    };

    expect(titles).toEqual([{ place: 0, artist: "", title: "Valtari" }]);
    expect(preamble.length).toBeGreaterThan(200_000);
    expect(from).toBeGreaterThan(preamble.length);
    const entered = path.join(folder, "entered.ogg");
    await writeFile(entered, Buffer.concat([preamble, bytes.subarray(from)]));
    const { stderr } = await run("ffmpeg", ["-i", entered, "-f", "null", "-"]);
    expect(stderr).toMatch(/time=00:00:/);
  },
);

test.each(["libopus", "libvorbis", "flac"])(
  "[P52] the title in an Ogg stream of %s arrives before its sound: a page takes a second",
  async (codec) => {
    const bytes = await makeOgg(codec, "Svefn");
    const titles: unknown[] = [];
    const pages = new OggPages((title) => titles.push(title));
    let soundAt = 0;
    while (bytes.readBigInt64LE(soundAt + 6) <= 0n) soundAt = bytes.indexOf("OggS", soundAt + 4);

    pages.add(bytes.subarray(0, soundAt));
    const before = titles.length;
    pages.add(bytes.subarray(soundAt, soundAt + 27));

    expect(before).toBe(0);
    expect(titles).toEqual([{ place: 0, artist: "Sigur Rós", title: "Svefn" }]);
    pages.add(bytes.subarray(soundAt + 27));
    expect(titles).toHaveLength(1);
  },
);

test("[P42] an Ogg stream is joined at a page, after the headers of its own chain", async () => {
  const [first, second] = [await makeOgg("libvorbis", "one"), await makeOgg("libvorbis", "three")];
  const pages = new OggPages();
  pages.add(Buffer.concat([first, second]));
  const bytes = Buffer.concat([first, second]);
  const place = first.length + second.length - 3000;

  const restart = pages.restartAt(place);

  expect(restart?.from).toBeLessThanOrEqual(place);
  const { preamble, from } = restart ?? { preamble: Buffer.alloc(0), from: 0 };
  expect(bytes.subarray(from, from + 4).toString()).toBe("OggS");
  expect(preamble.equals(second.subarray(0, preamble.length))).toBe(true);
  expect(preamble.includes("three")).toBe(true);
  // In the middle of the headers: they are sent whole.
  const early = pages.restartAt(first.length + 10);
  expect(early?.preamble).toEqual(preamble);
  expect(early?.from).toBe(first.length + preamble.length);
});

test("[P51] a stream whose titles change faster than we keep them is joined with the headers of its current title", async () => {
  const [one, two] = [await makeOgg("libopus", "one"), await makeOgg("libopus", "three")];
  const pages = new OggPages();
  for (const chain of [one, two, one, two]) pages.add(chain);

  const { preamble, from } = pages.restartAt(one.length - 1000) ?? {};

  expect(preamble?.includes("one")).toBe(true);
  expect(from).toBeLessThan(one.length);
});

/** The comment header of an Opus stream, as any program might send it. */
function opusTags(...comments: readonly string[]): Buffer {
  const sized = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    return Buffer.concat([size, bytes]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  return Buffer.concat([Buffer.from("OpusTags"), sized("test"), count, ...comments.map(sized)]);
}

test("[P88] the title in an Ogg stream is one bounded line without control characters", () => {
  const headers = opusTags("ARTIST=a\0\x1b[2Jb", `TITLE=\u202e${"x".repeat(5000)}\0`);

  expect(readTitleComment(headers)).toEqual({ artist: "a [2Jb", title: "x".repeat(300) });
  expect(readTitleComment(opusTags("TITLE=\0\0"))).toBeNull();
  expect(readTitleComment(opusTags("ARTIST=Jónsi", "artist=Alex", "TITLE=Happiness"))).toEqual({
    artist: "Jónsi; Alex",
    title: "Happiness",
  });
});
