import type { IAudioMetadata, ITag } from "music-metadata";
import { expect, test } from "vitest";
import { nativeTexts } from "./native-texts.ts";

/** Tags as the library delivers them. @param tags "name=value" by kind */
function texts(
  tags: Readonly<Record<string, readonly string[]>>,
  raw: Record<string, string> = {},
) {
  const native = Object.fromEntries(
    Object.entries(tags).map(([kind, entries]) => [
      kind,
      entries.map((entry): ITag => {
        const [id = "", value = ""] = entry.split("=");
        return { id, value };
      }),
    ]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is read of it
  return nativeTexts({ native } as unknown as IAudioMetadata, (id) => raw[id] ?? null);
}

test("a slash within a name of ID3v2.3 stays, including its spaces", () => {
  const split = { "ID3v2.3": ["TPE1=AC", "TPE1=DC"] };

  expect(texts(split, { TPE1: "AC/DC" }).artists).toEqual(["AC/DC"]);
  expect(texts(split, { TPE1: "AC / DC" }).artists).toEqual(["AC / DC"]);
  expect(texts({ "ID3v2.3": ["TPE2=AC", "TPE2=DC"] }, { TPE2: "AC/DC" }).albumArtists).toEqual([
    "AC/DC",
  ]);
});

test("several artists are listed one after the other", () => {
  expect(texts({ "ID3v2.4": ["TPE1=Ada", "TPE1=Ben"] }, { TPE1: "Ada\0Ben" }).artists).toEqual([
    "Ada",
    "Ben",
  ]);
  expect(texts({ vorbis: ["ARTIST=Ada", "TITLE=x", "ARTIST=Ben"] }).artists).toEqual([
    "Ada",
    "Ben",
  ]);
  expect(texts({ iTunes: ["©ART=Ada", "aART=Crew"] })).toMatchObject({
    artists: ["Ada"],
    albumArtists: ["Crew"],
  });
});

test("the NUL that programs write into ID3v2.3 separates names, a semicolon within one does not", () => {
  expect(texts({ "ID3v2.3": ["TPE2=AC/DC\0\ufeffBen\0"] }).albumArtists).toEqual(["AC/DC", "Ben"]);
  expect(texts({ vorbis: ["ARTIST=Earth; Wind"] }).artists).toEqual(["Earth; Wind"]);
});

test("of two ID3v2 tags the first counts, and it wins over any other kind", () => {
  const two = {
    "ID3v2.3": ["TIT2=One", "TPE1=Ada", "TIT2=Two", "TPE1=Ben"],
    ID3v1: ["artist=Zoe"],
  };

  expect(texts(two)).toMatchObject({ title: "One", artists: ["Ada"] });
  expect(texts({ APEv2: ["Artist=Ape"], "ID3v2.3": ["TPE1=Ada"] }).artists).toEqual(["Ada"]);
  expect(texts({ "ID3v2.3": ["TP1\0=Ada", "TT2\0=One"] })).toMatchObject({
    artists: ["Ada"],
    title: "One",
  });
  expect(texts({ ID3v1: ["artist=Zoe"] }).artists).toBeUndefined();
  expect(texts({ "ID3v2.3": ["TIT2=Old", "TPE1=Old"], vorbis: ["ARTIST=Ada"] })).toMatchObject({
    title: undefined,
    artists: ["Ada"],
  });
});
