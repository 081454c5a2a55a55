import { expect, test } from "vitest";
import {
  listStored,
  musicToRemove,
  parseManifest,
  storedToRemove,
  type Manifest,
} from "./remote-manifest.ts";

const sum = "a".repeat(64);
const other = "b".repeat(64);
const nameOf = (day: number) => `scheduled-2026-03-0${day}T04-00-00Z.backup.gz`;
const manifest: Manifest = {
  neonRelayManifest: 1,
  sizeBytes: 9,
  sha256: sum,
  music: [
    {
      trackId: "00000000-0000-4000-8000-000000000001",
      name: "one.mp3",
      sizeBytes: 5,
      modifiedAtMs: 7.5,
      sha256: sum,
    },
  ],
};
const files = new Map([
  [nameOf(1), 1],
  [`${nameOf(1)}.manifest.json`, 1],
  [nameOf(2), 2],
  [`${nameOf(2)}.manifest.json`, 1],
  [nameOf(3), 3],
  ["notes.txt", 4],
]);

test("a stored backup without its manifest does not count, and the newest comes first", () => {
  expect(listStored(files).map(({ name }) => name)).toEqual([nameOf(2), nameOf(1)]);
});

test("surplus backups go, their manifests first, and so do remnants", () => {
  expect(storedToRemove(files, 1)).toEqual([`${nameOf(1)}.manifest.json`, nameOf(1), nameOf(3)]);
});

test("music that no backup has goes, and foreign files stay", () => {
  const stored = [`music/${sum}`, `music/${other}`, "music/of-another-program"];

  expect(musicToRemove(stored, [manifest])).toEqual([`music/${other}`]);
});

test("a manifest reads back as written, and one that names other places is refused", () => {
  const [music] = manifest.music;
  const outside = { ...manifest, music: [{ ...music, name: "../../station.env" }] };
  const elsewhere = { ...manifest, music: [{ ...music, trackId: "../.." }] };

  expect(parseManifest(JSON.stringify(manifest))).toEqual(manifest);
  expect(parseManifest(JSON.stringify(outside))).toBeNull();
  expect(parseManifest(JSON.stringify(elsewhere))).toBeNull();
  expect(parseManifest("{")).toBeNull();
});
