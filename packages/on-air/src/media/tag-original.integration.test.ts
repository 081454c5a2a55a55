// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeArtwork } from "./artwork.ts";
import type { OriginalPlace, WrittenTags } from "./media-jobs.ts";
import { measureOriginal } from "./original-size.ts";
import { makeTagCopy } from "./tag-copy.ts";
import { makeOriginalCopy } from "./tag-original.ts";

const run = promisify(execFile);
const tags = {
  title: "Nächte / x; y",
  artists: ["Vega"],
  album: "Sun, Moon",
  albumArtists: ["Various"],
  genre: "Rock, Pop",
  isrc: "DEA451700003",
  label: "Neon",
  language: "eng",
  year: 2019,
  trackNumber: 5,
  discNumber: 2,
  isExplicit: true,
  kindTag: "jingle",
} as const satisfies WrittenTags;

let folder: string;
let artworkFolder: string;
let picturesFolder: string;
let artworkName: string | null;
let cover: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tag-original-"));
  artworkFolder = path.join(folder, "artwork");
  picturesFolder = path.join(folder, "originals", "pictures");
  artworkName = await storeArtwork({ picture: await noise(300), folder: artworkFolder });
  cover = path.join(folder, "cover.png");
  await writeFile(cover, await noise(200));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const noise = async (sizePx: number): Promise<Buffer> =>
  await sharp(randomBytes(sizePx * sizePx * 3), {
    raw: { width: sizePx, height: sizePx, channels: 3 },
  })
    .png()
    .toBuffer();
const inFolder = (name: string): string => path.join(folder, name);
const recordAt = (name: string): OriginalPlace => ({
  recordPath: path.join(folder, "originals", `${name}.gz`),
  picturesFolder,
});
const digestOf = async (filePath: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(filePath))
    .digest("hex");

async function makeAudio(name: string, options: readonly string[] = []): Promise<string> {
  const source = ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=440:d=4"];
  const metadata = ["-metadata", "title=Old", "-metadata", "comment=keep me"];
  const inputs = options[0] === "-i" ? options.slice(0, 2) : [];
  const rest = [...metadata, ...options.slice(inputs.length)];
  await run("ffmpeg", [...source, ...inputs, ...rest, inFolder(name)]);
  return inFolder(name);
}

/** A file with an embedded cover, as players see it. */
async function makeCovered(name: string, options: readonly string[] = []): Promise<string> {
  const source = ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=440:d=4", "-i", cover];
  const shape = ["-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"];
  await run("ffmpeg", [...source, ...shape, "-metadata", "title=Old", ...options, inFolder(name)]);
  return inFolder(name);
}

/** Tags before and after the sound, as other programs write them. */
async function around(
  name: string,
  { before, after }: { readonly before: Buffer; readonly after: Buffer },
): Promise<string> {
  const sound = await makeAudio(`bare-${name}`, ["-id3v2_version", "0", "-map_metadata", "-1"]);
  await writeFile(inFolder(name), Buffer.concat([before, await readFile(sound), after]));
  return inFolder(name);
}

/** ID3v2.2, with a picture and padding after it. */
async function id3v22(): Promise<Buffer> {
  const frame = (id: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(6);
    head.write(id, "latin1");
    head.writeUIntBE(body.length, 3, 3);
    return Buffer.concat([head, body]);
  };
  const body = Buffer.concat([
    frame("TT2", Buffer.from("\0Old")),
    frame("TP1", Buffer.from("\0Someone")),
    frame("PIC", Buffer.concat([Buffer.from("\0PNG\x03\0", "latin1"), await readFile(cover)])),
    Buffer.alloc(500),
  ]);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from("ID3\x02\0\0", "latin1"), Buffer.from(size), body]);
}

function id3v1(): Buffer {
  const tag = Buffer.alloc(128);
  tag.write("TAGOld", "latin1");
  tag[127] = 17;
  return tag;
}

async function flacWithPadding(): Promise<string> {
  const file = await readFile(await makeCovered("unpadded.flac"));
  // After STREAMINFO.
  const padding = Buffer.concat([Buffer.from([1, 0, 0x10, 0]), Buffer.alloc(4096)]);
  await writeFile(
    inFolder("padded.flac"),
    Buffer.concat([file.subarray(0, 42), padding, file.subarray(42)]),
  );
  return inFolder("padded.flac");
}

async function oggWithCover(name: string, codec: string): Promise<string> {
  const text = (value: string): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(value.length);
    return Buffer.concat([length, Buffer.from(value)]);
  };
  const picture = await readFile(cover);
  const numbers = Buffer.alloc(20);
  numbers.writeUInt32BE(picture.length, 16);
  const kind = Buffer.from([0, 0, 0, 3]);
  const block = Buffer.concat([kind, text("image/png"), text(name), numbers, picture]);
  const meta = inFolder(`${name}.txt`);
  const value = block.toString("base64").replaceAll("=", "\\=");
  await writeFile(meta, `;FFMETADATA1\ntitle=Old\nMETADATA_BLOCK_PICTURE=${value}\n`);
  return await makeAudio(name, ["-i", meta, "-map_metadata", "1", "-map", "0:a", "-c:a", codec]);
}

const files: readonly (readonly [string, () => Promise<string>])[] = [
  [
    "MP3 with ID3v2.2",
    async () => around("v22.mp3", { before: await id3v22(), after: Buffer.alloc(0) }),
  ],
  ["MP3 with ID3v2.3 and a cover", () => makeCovered("v23.mp3", ["-id3v2_version", "3"])],
  ["MP3 with ID3v2.4", () => makeAudio("v24.mp3", ["-id3v2_version", "4", "-write_id3v1", "1"])],
  ["MP3 with ID3v1", async () => around("v1.mp3", { before: Buffer.alloc(0), after: id3v1() })],
  ["MP3 without a tag", () => makeAudio("bare.mp3", ["-id3v2_version", "0", "-write_xing", "0"])],
  ["FLAC with padding and a cover", flacWithPadding],
  ["Ogg Vorbis with a cover", () => oggWithCover("vorbis.ogg", "libvorbis")],
  ["Opus with a cover", () => oggWithCover("plain.opus", "libopus")],
  ["Opus", () => makeAudio("bare.opus", ["-c:a", "libopus"])],
  ["M4A with its index behind", () => makeCovered("late.m4a")],
  ["M4A with its index in front", () => makeCovered("early.m4a", ["-movflags", "+faststart"])],
  ["WAV", () => makeAudio("info.wav")],
  ["AIFF", () => makeAudio("plain.aiff")],
  ["ADTS", () => makeAudio("adts.aac")],
];

/** Writes tags as the station does. */
async function write(
  filePath: string,
  changes: WrittenTags,
  place: OriginalPlace,
): Promise<{ readonly bytes: number; readonly pictures: readonly string[] }> {
  const copyPath = `${filePath}.copy`;
  const job = { filePath, copyPath, tags: changes, original: place, artworkFolder };
  const result = await makeTagCopy(job);
  expect(result).toEqual(expect.objectContaining({ kind: "tagged", isInPlace: false }));
  await rename(copyPath, filePath);
  if (result.kind !== "tagged" || result.original === null) throw new Error("none was kept");
  return result.original;
}

async function undo(filePath: string, place: OriginalPlace): Promise<void> {
  const copyPath = `${filePath}.copy`;
  const result = await makeOriginalCopy({ filePath, copyPath, place });
  expect(result).toEqual({ kind: "restored", path: filePath, isInPlace: false });
  await rename(copyPath, filePath);
}

test.each(files)(
  "%s is bit-identical after two edits and undoing both, and needs no more than was measured",
  async (_, make) => {
    const filePath = await make();
    const name = path.basename(filePath);
    const [first, second] = [recordAt(`1-${name}`), recordAt(`2-${name}`)];
    const measured = await measureOriginal(filePath);
    const digests = [await digestOf(filePath)];

    const kept = await write(filePath, { ...tags, artworkName }, first);
    digests.push(await digestOf(filePath));
    await write(filePath, { ...tags, title: "Another", album: null, artworkName: null }, second);
    const last = await digestOf(filePath);
    await undo(filePath, second);
    const between = await digestOf(filePath);
    await undo(filePath, first);

    expect(new Set([...digests, last]).size).toBe(3);
    expect([await digestOf(filePath), between]).toEqual(digests);
    expect(kept.bytes).toBeLessThanOrEqual(measured.bytes);
    expect(kept.bytes).toBeLessThan(8000);
  },
);

test("a picture shared by several files is kept once, whatever surrounds it", async () => {
  await rm(picturesFolder, { recursive: true, force: true });
  const made = [
    await makeCovered("one.mp3", ["-id3v2_version", "3"]),
    await makeCovered("two.mp3", ["-id3v2_version", "4", "-metadata", "album=A longer tag"]),
    await makeCovered("three.flac"),
    await makeCovered("four.m4a"),
  ];

  const kept = [];
  for (const filePath of made)
    kept.push(await write(filePath, { artworkName }, recordAt(path.basename(filePath))));

  const names = await readdir(picturesFolder);
  expect(names).toEqual([await digestOf(cover)]);
  expect(kept.map(({ pictures }) => pictures)).toEqual(made.map(() => names));
});

test("a picture that an edit leaves alone is not kept", async () => {
  const filePath = await makeCovered("left.mp3", ["-id3v2_version", "3"]);

  const kept = await write(filePath, { title: "A much longer title" }, recordAt("left"));

  expect(kept).toMatchObject({ pictures: [] });
  expect(kept.bytes).toBeLessThan(2000);
});

test("a file that has changed since, or whose original is lost or damaged, is refused and left alone", async () => {
  const filePath = await makeCovered("changed.mp3");
  const place = recordAt("changed");
  const copyPath = `${filePath}.copy`;
  await write(filePath, { title: "New", artworkName }, place);
  const written = await readFile(filePath);
  const [record] = [await readFile(place.recordPath)];
  const attempt = async (): Promise<string> => {
    const result = await makeOriginalCopy({ filePath, copyPath, place });
    return "reason" in result ? result.reason : result.kind;
  };

  const reasons = [];
  await writeFile(filePath, Buffer.concat([written, Buffer.from("x")]));
  reasons.push(await attempt());
  await writeFile(filePath, written);
  await writeFile(place.recordPath, record.subarray(0, 200));
  reasons.push(await attempt());
  await writeFile(place.recordPath, record);
  await rename(picturesFolder, `${picturesFolder}.away`);
  reasons.push(await attempt());
  await rename(`${picturesFolder}.away`, picturesFolder);
  await rm(place.recordPath);
  reasons.push(await attempt());

  const lost = "What is kept of its original is damaged or gone: the file keeps this edit";
  expect(reasons).toEqual([
    "The file has changed since this edit: it was left as it is",
    lost,
    lost,
    lost,
  ]);
  expect(await readFile(filePath)).toEqual(written);
  expect((await readdir(folder)).filter((name) => name.endsWith(".copy"))).toEqual([]);
});

test("a run interrupted before or after replacing the file resumes, and the original stays the true one", async () => {
  const filePath = await makeAudio("cut.mp3");
  const place = recordAt("cut");
  const copyPath = `${filePath}.copy`;
  const job = { filePath, copyPath, tags, original: place, artworkFolder };
  const original = await digestOf(filePath);

  await makeTagCopy(job); // interrupted before the copy replaced the file
  const again = await makeTagCopy(job);
  await rename(copyPath, filePath);
  const afterwards = await makeTagCopy(job);
  await undo(filePath, place);
  const undoneAgain = await makeOriginalCopy({ filePath, copyPath, place });

  expect(again).toMatchObject({ kind: "tagged", isInPlace: false });
  expect(afterwards).toMatchObject({ kind: "tagged", isInPlace: true, unread: [] });
  expect(undoneAgain).toEqual({ kind: "restored", path: filePath, isInPlace: true });
  expect(await digestOf(filePath)).toBe(original);
});

// Only root can create a small disk.
test(
  "a file whose original does not fit on the disk is not written, with the reason",
  { tags: ["root"] },
  async () => {
    const filePath = await makeCovered("full.mp3");
    const before = await digestOf(filePath);
    const disk = inFolder("disk");
    await mkdir(disk);
    await run("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk]);
    try {
      const copyPath = `${filePath}.copy`;
      const original = {
        recordPath: path.join(disk, "1.gz"),
        picturesFolder: path.join(disk, "pictures"),
      };
      const changes = { ...tags, artworkName };
      const job = { filePath, copyPath, tags: changes, original, artworkFolder };

      const result = await makeTagCopy(job);

      const reason = "The disk is full: free some space, then save the edit again";
      expect(result).toEqual({ kind: "refused", path: filePath, reason });
      expect([await readdir(disk), await readdir(original.picturesFolder)]).toEqual([
        ["pictures"],
        [],
      ]);
    } finally {
      await run("umount", [disk]);
    }
    expect(await digestOf(filePath)).toBe(before);
    expect((await readdir(folder)).filter((name) => name.endsWith(".copy"))).toEqual([]);
  },
);
