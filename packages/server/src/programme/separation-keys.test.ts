import { expect, test } from "vitest";
import { separationKeys } from "./separation-keys.ts";

const keyOf = (artist: string, title: string) =>
  separationKeys({ artists: [artist], title, album: null }).titleKey;

test("[G5] near-duplicates of a song count as one: case, accents, guests, brackets and remasters", () => {
  const song = keyOf("Beyoncé", "Halo");

  for (const [artist, title] of [
    ["BEYONCE", "halo"],
    ["Beyoncé feat. Lux", "Halo"],
    ["Beyoncé", "Halo (2011 Remaster)"],
    ["Beyoncé", "Halo - Radio Edit"],
    ["Beyoncé", "Halo ft. Another"],
  ] as const)
    expect(keyOf(artist, title)).toBe(song);
  expect(keyOf("Beyoncé", "Halos")).not.toBe(song);
  expect(keyOf("Lux", "Halo")).not.toBe(song);
});

test("[G5] names made of signs stay distinct, and a title never equals an album", () => {
  expect(keyOf("!!!", "???")).not.toBe(keyOf("+++", "???"));
  expect(separationKeys({ artists: ["A"], title: "B", album: "B" }).albumKey).not.toBe(
    keyOf("A", "B"),
  );
});

test("[G5] each artist has a key, and the song belongs to the first", () => {
  const keys = separationKeys({ artists: ["Ada feat. Cem", "BEN"], title: "Halo", album: "Sun" });

  expect(keys.artistKeys).toEqual(["ada", "ben"]);
  expect(keys.titleKey).toBe(keyOf("Ada", "Halo"));
  expect(separationKeys({ artists: [], title: "A", album: null }).artistKeys).not.toEqual(
    separationKeys({ artists: [], title: "B", album: null }).artistKeys,
  );
});
