// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { openAsBlob, readFileSync } from "node:fs";
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { parseBlob } from "music-metadata";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestSound } from "../audio/container.ts";
import { storeArtwork } from "./artwork.ts";
import type { WrittenTags } from "./media-jobs.ts";
import { readOggPages } from "./test-ogg-pages.ts";
import { makeTagCopy } from "./tag-copy.ts";
import { readTrackTags } from "./track-tags.ts";

const run = promisify(execFile);
const tags = {
  title: "Nächte / x; y",
  artists: ["Vega", "AC/DC", "Earth; Wind"],
  album: "Sun, Moon",
  albumArtists: ["Various", "Łada"],
  genre: "Rock, Pop",
  isrc: "DEA451700003; DEA451700004",
  label: "Neon",
  language: "eng",
  year: 2019,
  trackNumber: 5,
  discNumber: 2,
  isExplicit: true,
  kindTag: "jingle",
} satisfies WrittenTags;
const nothing = Object.fromEntries(
  Object.keys(tags)
    .filter((field) => field !== "title" && field !== "artists")
    .map((field) => [field, field === "albumArtists" ? [] : null]),
);

let folder: string;
let artworkFolder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tag-copy-"));
  artworkFolder = path.join(folder, "artwork");
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string): string => path.join(folder, name);

async function makeAudio(name: string, options: readonly string[] = []): Promise<string> {
  const source = ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=440:d=2"];
  const metadata = ["-metadata", "title=Old", "-metadata", "comment=keep me"];
  await run("ffmpeg", [...source, ...metadata, ...options, inFolder(name)]);
  return inFolder(name);
}

async function tagged(filePath: string, changes: WrittenTags): Promise<string> {
  const copyPath = inFolder(`copy-of-${path.basename(filePath)}`);
  const result = await makeTagCopy({
    filePath,
    copyPath,
    tags: changes,
    artworkFolder,
    original: null,
  });
  expect(result).toEqual({
    kind: "tagged",
    path: filePath,
    unread: [],
    original: null,
    isInPlace: false,
  });
  return copyPath;
}

test.each<[string, readonly string[]]>([
  ["id3v23.mp3", ["-id3v2_version", "3", "-write_id3v1", "1"]],
  ["id3v24.mp3", ["-id3v2_version", "4"]],
  ["bare.mp3", ["-id3v2_version", "0", "-write_xing", "0", "-map_metadata", "-1"]],
  ["plain.flac", []],
  ["vorbis.ogg", ["-c:a", "libvorbis"]],
  ["plain.opus", ["-c:a", "libopus"]],
  ["late.m4a", []],
  ["early.m4a", ["-movflags", "+faststart"]],
  ["info.wav", []],
  ["broadcast.wav", ["-write_bext", "1", "-metadata", "originator=Neon"]],
  ["adts.aac", []],
  ["plain.aiff", []],
])(
  "the tags of %s can be changed and removed, and its sound stays bit-identical",
  async (name, options) => {
    const filePath = await makeAudio(name, options);
    const picture = await sharp({
      create: { width: 40, height: 40, channels: 3, background: "red" },
    })
      .png()
      .toBuffer();
    const artworkName = await storeArtwork({ picture, folder: artworkFolder });

    const copy = await tagged(filePath, { ...tags, artworkName });
    const { picture: embedded, ...read } = await readTrackTags(copy);
    const cleared = await tagged(copy, { ...nothing, artworkName: null });
    const { picture: left, ...readAgain } = await readTrackTags(cleared);

    expect(read).toMatchObject(tags);
    // ADTS has no place for pictures that every reader finds.
    expect(embedded?.length).toBeGreaterThan(100);
    expect(readAgain).toMatchObject({ ...nothing, title: tags.title, artists: tags.artists });
    expect(left).toBeNull();
    expect([copy, cleared].map(digestSound)).toEqual(Array(2).fill(digestSound(filePath)));
  },
);

/** The cells of the tag table in docs/music.md, by field, without its header row. */
function documentedTags(): readonly (readonly string[])[] {
  const page = readFileSync(new URL("../../../../docs/music.md", import.meta.url), "utf8");
  const table = page.split("### Tags that are read and written")[1]?.split("\n\n")[1] ?? "";
  return table
    .split("\n")
    .slice(2)
    .map((row) => row.split("|").map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

test.each<[string, number, readonly string[]]>([
  ["named-3.mp3", 1, ["-id3v2_version", "3"]],
  ["named-4.mp3", 1, ["-id3v2_version", "4"]],
  ["named.wav", 1, []],
  ["named.aiff", 1, []],
  ["named.aac", 1, []],
  ["named.flac", 2, []],
  ["named.opus", 2, ["-c:a", "libopus"]],
  ["named.m4a", 3, []],
])("each field is stored in %s as docs/music.md says", async (name, column, options) => {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const artworkName = await storeArtwork({ picture, folder: artworkFolder });

  const copy = await tagged(await makeAudio(name, options), { ...tags, artworkName });
  const { native } = await parseBlob(await openAsBlob(copy));
  const [, entries = []] =
    Object.entries(native).find(([kind]) => /^(ID3v2|vorbis|iTunes)/.test(kind)) ?? [];
  const ids = new Set(entries.map(({ id }) => id));

  const rows = documentedTags();
  expect(rows).toHaveLength(Object.keys(tags).length + 1);
  for (const row of rows) {
    const names = [...(row[column] ?? "").matchAll(/`([^`]+)`/g)].map(([, id = ""]) => id);
    expect({ row, found: names.filter((id) => ids.has(id)) }).toEqual({
      row,
      found: [expect.any(String)],
    });
  }
  const values = (field: string) => {
    const id = /`([^`]+)`/.exec(rows.find(([label]) => label === field)?.[column] ?? "")?.[1];
    return entries.filter((entry) => entry.id === id).map(({ value }) => value);
  };
  expect(values("Artists")).toEqual(tags.artists);
  expect(values("ISRCs")).toEqual(tags.isrc.split("; "));
});

test.each<[string, string, readonly string[]]>([
  ["ID3v1", "first.mp3", ["-id3v2_version", "0"]],
  ["exif", "info-only.wav", []],
])("an artist that only %s names is read, and changed there, too", async (kind, name, options) => {
  const filePath = await makeAudio(name, ["-metadata", "artist=Vega", ...options]);
  if (kind === "ID3v1") {
    const tag = Buffer.alloc(128);
    tag.write("TAG");
    tag.write("Vega", 33);
    await writeFile(filePath, Buffer.concat([await readFile(filePath), tag]));
  }
  const before = await readTrackTags(filePath);

  const copy = await tagged(filePath, { artists: ["Ada"] });
  const { native } = await parseBlob(await openAsBlob(copy));

  expect(before.artists).toEqual(["Vega"]);
  expect(native[kind]?.map(({ value }) => value)).toContain("Ada");
  expect((await readTrackTags(copy)).artists).toEqual(["Ada"]);
});

/** An ID3v2 frame of that version; sizes below 128 bytes are encoded alike in both. */
function frame(id: string, body: string): Buffer {
  const head = Buffer.alloc(10);
  head.write(id, "latin1");
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, Buffer.from(body, "latin1")]);
}

test.each([3, 4])(
  "every other frame of ID3v2.%i stays, and so does its version",
  async (version) => {
    const sound = await readFile(await makeAudio("sound.mp3", ["-id3v2_version", "0"]));
    const others = [
      frame("COMM", "\0eng\0plain comment"),
      frame("COMM", "\0deuMine\0described"),
      frame("USLT", "\0fraDesc\0words"),
      frame("PRIV", "owner@x\0\x01\x02\x03"),
      frame("XABC", "of a kind that no one knows"),
      frame("POPM", "me@x\0\xc8\0\0\0\x05"),
      frame("TXXX", "\0REPLAYGAIN_TRACK_GAIN\x00-6 dB"),
      frame("TCOM", "\0A/B"),
      frame("MCDI", "toc"),
      frame("GEOB", "\0application/x\0file.bin\0desc\0\xde\xad"),
    ];
    const body = Buffer.concat([frame("TIT2", "\0Old"), frame("TRCK", "\x003/12"), ...others]);
    const size = Buffer.from([0, 0, body.length >> 7, body.length & 0x7f]);
    const head = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, 0]), size]);
    const filePath = inFolder(`frames-${version}.mp3`);
    await writeFile(filePath, Buffer.concat([head, body, sound]));

    const copy = await readFile(await tagged(filePath, { title: "New", trackNumber: 5 }));

    expect(copy[3]).toBe(version);
    for (const other of others) expect(copy.includes(other)).toBe(true);
    expect(copy.includes(Buffer.from(version === 4 ? "05/12" : "5/12".split("").join("\0")))).toBe(
      true,
    );
  },
);

test("the album of a WAV is where players read it, and can be changed again", async () => {
  const filePath = await makeAudio("album.wav", ["-metadata", "album=First"]);

  const once = await tagged(filePath, { title: "One", album: "Second" });
  const twice = await tagged(once, { title: "Two", album: "Third" });

  const shown = ["-v", "error", "-show_entries", "format_tags=album", "-of", "csv=p=0"];
  const albums = await Promise.all(
    [once, twice].map(async (file) => (await run("ffprobe", [...shown, file])).stdout.trim()),
  );
  expect(albums).toEqual(["Second", "Third"]);
  expect((await readFile(twice)).includes("First")).toBe(false);
});

test("a file whose tags can't be written without losing something is left alone, with the reason", async () => {
  const sound = await readFile(await makeAudio("lossy.mp3", ["-id3v2_version", "0"]));
  const chapters = inFolder("chapters.txt");
  const chapter = (at: number) => `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${at}\nEND=${at + 1000}\n`;
  await writeFile(chapters, `;FFMETADATA1\n${chapter(0)}title=One\n${chapter(1000)}title=Two\n`);
  const book = inFolder("book.m4b");
  const source = ["-f", "lavfi", "-i", "sine=440:d=2", "-i", chapters, "-map_metadata", "1"];
  await run("ffmpeg", ["-v", "error", "-y", ...source, book]);
  const withFrame = async (name: string, version: number, other: Buffer): Promise<string> => {
    const body = Buffer.concat([frame("TIT2", "\0Old"), other]);
    const head = Buffer.from([
      0x49,
      0x44,
      0x33,
      version,
      0,
      0,
      0,
      0,
      body.length >> 7,
      body.length & 0x7f,
    ]);
    await writeFile(inFolder(name), Buffer.concat([head, body, sound]));
    return inFolder(name);
  };

  const reasons = [];
  for (const filePath of [
    book,
    await withFrame("credits.mp3", 4, frame("TMCL", "\0guitar\0Ann")),
    await withFrame("sorted.mp3", 3, frame("TSOP", "\0Vega, Ann")),
    await withFrame("genres.mp3", 3, frame("TCON", "\0Rock; Pop")),
  ]) {
    const copyPath = inFolder("left-alone");
    const result = await makeTagCopy({
      filePath,
      copyPath,
      tags: { title: "New" },
      artworkFolder,
      original: null,
    });
    const { reason } = { reason: "", ...result };
    reasons.push(/\((.*)\)/.exec(reason)?.[1] ?? `${result.kind} ${reason}`);
  }

  expect(reasons).toEqual(["moov udta chpl", "ID3v2.4 TMCL", "ID3v2.3 TSOP", "ID3v2.3 TCON"]);
  expect(await readdir(folder)).not.toContain("left-alone");
});

test("a refused copy leaves no file behind, and the reason is in words", async () => {
  const matroska = await makeAudio("plain.mka");
  const damaged = inFolder("damaged.flac");
  await writeFile(damaged, Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(5000, 0xff)]));
  const gone = inFolder("gone.mp3");
  const huge = inFolder("huge.mp3");
  await copyFile(matroska, huge);
  await run("truncate", ["--size=1100M", huge]);

  const refusals = [];
  for (const filePath of [matroska, damaged, gone, huge]) {
    const copyPath = inFolder(`.part-${path.basename(filePath)}`);
    refusals.push(await makeTagCopy({ filePath, copyPath, tags, artworkFolder, original: null }));
  }

  expect(refusals.map((result) => ("reason" in result ? result.reason : result.kind))).toEqual([
    "Tags can't be written into this kind of file: only into MP3, AAC, M4A, FLAC, Ogg, WAV and AIFF",
    "The tags of this file can't be changed: they are damaged",
    "The file is not there any more",
    "The file is larger than 960 MB: too large to write tags into",
  ]);
  expect((await readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);
});

test.each(["ogg", "opus"])(
  "the pages of %s are numbered consecutively when its tags take more of them, and fewer again",
  async (kind) => {
    const codec = kind === "ogg" ? ["-c:a", "libvorbis"] : ["-c:a", "libopus"];
    const filePath = await makeAudio(`pages.${kind}`, codec);
    const picture = await sharp(randomBytes(512 * 512 * 3), {
      raw: { width: 512, height: 512, channels: 3 },
    })
      .png()
      .toBuffer();
    const artworkName = await storeArtwork({ picture, folder: artworkFolder });

    const withCover = await tagged(filePath, { artworkName });
    const without = await tagged(withCover, { artworkName: null });

    const [before, more, fewer] = [filePath, withCover, without].map((each) =>
      readOggPages(readFileSync(each)).map(({ sequence }) => sequence),
    );
    expect(more?.length).toBeGreaterThan(before?.length ?? 0);
    for (const sequences of [before, more, fewer])
      expect(sequences).toEqual(sequences?.map((_, index) => index));
  },
);

test.each(["opus", "flac"])(
  "an %s that claims four billion comments is refused at once",
  async (kind) => {
    const filePath = await makeAudio(`endless.${kind}`);
    const file = await readFile(filePath);
    const at = kind === "opus" ? file.indexOf("OpusTags") + 8 : file.indexOf("Lavf") - 4;
    file.writeUInt32LE(0xff_ff_ff_ff, at + 4 + file.readUInt32LE(at));
    await writeFile(filePath, file);

    const startedMs = performance.now();
    const result = await makeTagCopy({
      filePath,
      copyPath: inFolder(`.endless.${kind}`),
      tags,
      artworkFolder,
      original: null,
    });

    expect(result).toMatchObject({ kind: "refused" });
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  },
);

test("a field that a kind of file can't hold is named, and the others are written", async () => {
  const filePath = await makeAudio("slash.mp3", ["-id3v2_version", "3"]);
  const copyPath = inFolder("slash-copy.mp3");

  const result = await makeTagCopy({
    filePath,
    copyPath,
    tags: { artists: ["AC/DC"], year: 1990, trackNumber: 12_345 },
    artworkFolder,
    original: null,
  });

  expect(result).toMatchObject({ kind: "tagged", path: filePath, unread: ["trackNumber"] });
  expect(await readTrackTags(copyPath)).toMatchObject({ artists: ["AC/DC"], year: 1990 });
  expect((await stat(copyPath)).mode & 0o777).toBe(0o600);
});
