import { anyCharacter } from "@neonrelay/irc/test-any-character";
import path from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { extensionFor, safeFileName } from "./upload-rules.ts";

test.each([
  [["Neon Coast", "Night Drive"], "Neon Coast - Night Drive"],
  [["AC/DC", "What? No!"], "AC DC - What No!"],
  [["..", "../../etc/passwd"], "etc passwd"],
  [["", "...hidden"], "hidden"],
  [["a\u0000b\u202Ec", "d\ne"], "a b c - d e"],
  [["..", "/"], "track"],
])("the tags %j make the file name %j", (parts, name) => {
  expect(safeFileName(parts)).toBe(name);
});

test("whatever the tags say, the name is a single, not too long file name", () => {
  const tag = fc.string({ unit: anyCharacter, maxLength: 400 });
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 3 }), (parts) => {
      const name = safeFileName(parts);

      expect(path.resolve("/music", `${name}.mp3`)).toBe(`/music/${name}.mp3`);
      expect(name).not.toMatch(/^\.|[\p{Cc}]/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
      expect(name).not.toBe("");
    }),
  );
});

test.each([
  ["flac", ".FLAC", ".flac"],
  ["flac", ".exe", ".flac"],
  ["pcm_s16le", "", ".wav"],
  ["wmav2", "", ".mka"],
])("a file of %s that came as %j gets the extension %s", (codec, cameWith, extension) => {
  expect(extensionFor({ codec, cameWith, known: new Set([".flac"]) })).toBe(extension);
});
