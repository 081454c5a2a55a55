import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeAs } from "../text/test-encode.ts";
import { readTrackTags } from "./track-tags.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tags-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** An MP3 with ID3v2.3 frames declared as Latin-1, as programs of 2003 wrote them whatever the text was. */
async function makeMp3(
  frames: Readonly<Record<string, Buffer>>,
  { version = 3 } = {},
): Promise<string> {
  const parts = Object.entries(frames).map(([id, text]) => {
    const head = Buffer.alloc(11);
    head.write(id, "latin1");
    head.writeUInt32BE(text.length + 1, 4);
    return Buffer.concat([head, text]);
  });
  const body = Buffer.concat(parts);
  const size = Buffer.from([0, 0, body.length >> 7, body.length & 0x7f]);
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9064);
  const file = path.join(folder, "track.mp3");
  await writeFile(
    file,
    Buffer.concat([
      Buffer.from([0x49, 0x44, 0x33, version, 0, 0]),
      size,
      body,
      frame,
      frame,
      frame,
    ]),
  );
  return file;
}

test.each([
  ["windows-1251", "Группа крови", "Кино"],
  ["shift_jis", "群青日和のうた", "東京事変"],
  ["gbk", "月亮代表我的心", "邓丽君"],
  ["windows-1252", "Déjà Vu", "Beyoncé"],
])("[P89] tags in %s declared as Latin-1 are decoded correctly", async (charset, title, artist) => {
  const file = await makeMp3({ TIT2: encodeAs(title, charset), TPE1: encodeAs(artist, charset) });

  expect(await readTrackTags(file)).toMatchObject({ title, artists: [artist] });
});

test("[P89] tags in UTF-8 declared as Latin-1 are decoded correctly, beside real Latin-1", async () => {
  const file = await makeMp3({
    TIT2: Buffer.from("Ágætis byrjun"),
    TPE1: encodeAs("Sigur Rós", "windows-1252"),
    TALB: Buffer.from("日本"),
  });

  expect(await readTrackTags(file)).toMatchObject({
    title: "Ágætis byrjun",
    artists: ["Sigur Rós"],
    album: "日本",
  });
});

test("without tags the file name gives artist and title; a title alone names no artist", async () => {
  const bare = path.join(folder, "02 Sigur Rós - Ára bátur.mp3");
  await writeFile(bare, Buffer.alloc(500));
  const titled = await makeMp3({ TIT2: Buffer.from("Ágætis") });

  expect(await readTrackTags(bare)).toMatchObject({ artists: ["Sigur Rós"], title: "Ára bátur" });
  expect(await readTrackTags(titled)).toMatchObject({ artists: [], title: "Ágætis" });
});

test("the artist of an ID3v2.3 tag is read verbatim, and of two tags the first counts", async () => {
  const file = await makeMp3({ TIT2: Buffer.from("Thunder"), TPE1: Buffer.from("AC/DC") });
  const first = await readFile(file);
  await makeMp3({ TIT2: Buffer.from("Other"), TPE1: Buffer.from("Else") });
  const second = await readFile(file);
  const two = path.join(folder, "two.mp3");
  await writeFile(two, Buffer.concat([first.subarray(0, first.length - 3 * 417), second]));

  expect(await readTrackTags(two)).toMatchObject({ title: "Thunder", artists: ["AC/DC"] });
});

/** Text items with a footer, as found after the sound. */
function apeTag(items: Readonly<Record<string, string>>): Buffer {
  const uint = (...values: readonly number[]) => {
    const bytes = Buffer.alloc(4 * values.length);
    values.forEach((value, index) => bytes.writeUInt32LE(value, 4 * index));
    return bytes;
  };
  const parts = Object.entries(items).map(([key, text]) => {
    const value = Buffer.from(text);
    return Buffer.concat([uint(value.length, 0), Buffer.from(`${key}\0`), value]);
  });
  const footer = uint(2000, Buffer.concat(parts).length + 32, parts.length, 0, 0, 0);
  return Buffer.concat([...parts, Buffer.from("APETAGEX"), footer]);
}

test("several artists in ID3v2.4 and APE are read separately, at most fifty", async () => {
  const latin = (text: string) => Buffer.from(text, "latin1");
  const many = Array.from({ length: 60 }, (_, n) => `n${n}`);
  const frames = {
    TPE1: latin("Ada\0AC/DC\0Ada\0Earth; Wind"),
    TPE2: latin("Ben\0Cem"),
    TSRC: latin("DEA451700003\0DEA451700004"),
  };

  expect(await readTrackTags(await makeMp3(frames, { version: 4 }))).toMatchObject({
    artists: ["Ada", "AC/DC", "Earth; Wind"],
    albumArtists: ["Ben", "Cem"],
    isrc: "DEA451700003; DEA451700004",
  });
  const ape = apeTag({ Artist: many.join("\0"), "Album Artist": "Ben\0Cem", Title: "Rise" });
  const tagged = path.join(folder, "ape.mp3");
  const sound = (await readFile(await makeMp3({}))).subarray(10);
  await writeFile(tagged, Buffer.concat([sound, ape]));
  expect(await readTrackTags(tagged)).toMatchObject({
    title: "Rise",
    artists: many.slice(0, 50),
    albumArtists: ["Ben", "Cem"],
  });
});

/** A FLAC without sound, with that comment. */
async function makeFlac(comments: readonly string[]): Promise<string> {
  const field = (text: string): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(text));
    return Buffer.concat([length, Buffer.from(text)]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  const comment = Buffer.concat([field("test"), count, ...comments.map(field)]);
  const streamInfo = Buffer.alloc(38);
  streamInfo.writeUInt32BE(34);
  streamInfo.writeUInt32BE(0x0a_c4_42_f0, 14); // 44,100 Hz, two channels, 16 bits
  const head = Buffer.from([0x84, 0, comment.length >> 8, comment.length & 0xff]);
  const file = path.join(folder, "comment.flac");
  await writeFile(file, Buffer.concat([Buffer.from("fLaC"), streamInfo, head, comment]));
  return file;
}

test("YEAR and DISC of a Vorbis comment count if DATE and DISCNUMBER are missing", async () => {
  const old = await readTrackTags(await makeFlac(["title=Old", "year=1994", "DISC=2"]));
  const both = ["DATE=2001-03-01", "YEAR=1994", "DISCNUMBER=3", "DISC=2"];

  expect(old).toMatchObject({ title: "Old", year: 1994, discNumber: 2 });
  expect(await readTrackTags(await makeFlac(both))).toMatchObject({ year: 2001, discNumber: 3 });
});

test("[P88] tags are one line without control characters", async () => {
  const file = await makeMp3({ TIT2: Buffer.from("Ni\x1b[2Jght\r\nShift") });

  expect(await readTrackTags(file)).toMatchObject({ title: "Ni [2Jght Shift" });
});

test("a file's kind is read from the text frame of that name", async () => {
  const frame = (name: string) => Buffer.from(`${name}\0 Jingle\r\n`, "latin1");
  const file = await makeMp3({ TXXX: frame("NeonRelay_Kind"), TIT2: Buffer.from("Call") });

  expect(await readTrackTags(file)).toMatchObject({ title: "Call", kindTag: "Jingle" });
  expect(await readTrackTags(await makeMp3({ TXXX: frame("OTHER") }))).toMatchObject({
    kindTag: null,
  });
});
