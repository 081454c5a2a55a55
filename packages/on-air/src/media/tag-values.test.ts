import { expect, test } from "vitest";
import {
  cleanTagNumber,
  cleanTagText,
  loudnessOfTags,
  songFromPath,
  titleFromPath,
} from "./tag-values.ts";

test("a file name becomes a readable title", () => {
  expect(titleFromPath("/music/03_-_night_drive.ogg")).toBe("night drive");
  expect(titleFromPath("/music/01 Midnight Uplink.mp3")).toBe("Midnight Uplink");
  expect(titleFromPath("/music/hr3-jungle.ogg")).toBe("hr3 jungle");
  expect(titleFromPath("/music/Neon City - Part 2.flac")).toBe("Neon City - Part 2");
  expect(titleFromPath("/music/1984.mp3")).toBe("1984");
  expect(titleFromPath("/music/___.mp3")).toBe("Untitled");
});

test("a file name with a dash gives artist and title", () => {
  const song = (name: string) => songFromPath(`/music/${name}`);

  expect(song("Sigur Rós - Ára bátur.mp3")).toEqual({ artist: "Sigur Rós", title: "Ára bátur" });
  expect(song("03. Vega - Sun - Live.flac")).toEqual({ artist: "Vega", title: "Sun - Live" });
  expect(song("night drive.mp3")).toEqual({ artist: "", title: "night drive" });
  expect(song(" - x.mp3")).toMatchObject({ artist: "" });
  expect(song("1-01 - Song.flac")).toMatchObject({ artist: "" });
  expect(song("2024-05-01 - Morning Show.mp3")).toMatchObject({ artist: "" });
  expect(song("Vega - 01 - Sun.mp3")).toEqual({ artist: "Vega", title: "Sun" });
  expect(song("AC_DC_-_Thunder.mp3")).toEqual({ artist: "AC DC", title: "Thunder" });
});

test("control characters and direction marks never reach a screen", () => {
  expect(cleanTagText("Neon\u0000\u0007 \u202eDrive\r\nPart\u009b 2")).toBe("Neon Drive Part 2");
});

test("text is composed (NFC) and well formed", () => {
  expect(cleanTagText("Cafe\u0301 \ud800")).toBe("Café \ufffd");
});

test("a title of a megabyte is cut to 300 characters, never within one", () => {
  expect(cleanTagText("x".repeat(1_000_000))).toBe("x".repeat(300));
  expect(Array.from(cleanTagText("🌆".repeat(5000)) ?? "")).toHaveLength(300);
});

test("an empty tag is ignored", () => {
  expect(cleanTagText(" \u0000\t ")).toBeNull();
  expect(cleanTagText(undefined)).toBeNull();
});

test("only a plausible number counts as a year or a track number", () => {
  expect([1984, 0, -3, 12_345, 3.5, Number.NaN, null].map((raw) => cleanTagNumber(raw))).toEqual([
    1984,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("[P6] ReplayGain is relative to -18 LUFS, the R128 gain of Opus to -23 in steps of 1/256 dB", () => {
  expect(loudnessOfTags({ replayGainDb: -7.5, r128Gain: undefined })).toBe(-10.5);
  // The same track: its R128 gain is 5 dB lower.
  expect(loudnessOfTags({ replayGainDb: null, r128Gain: "-3200" })).toBe(-10.5);
});

test("[P6] implausible tags are ignored", () => {
  expect(loudnessOfTags({ replayGainDb: null, r128Gain: undefined })).toBe(null);
  expect(loudnessOfTags({ replayGainDb: Number.NaN, r128Gain: "loud" })).toBe(null);
  expect(loudnessOfTags({ replayGainDb: 90, r128Gain: "99999" })).toBe(null);
});
