import { musicFormats } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { audioExtensions, isReadAgain, isSoundName, refuseFormat } from "./music-format-rules.ts";

test("files that FFmpeg can play are recognised as music by their extension, in any case", () => {
  for (const extension of [".mp2", ".ape", ".wv", ".aiff", ".wma", ".tta", ".mpc", ".dsf", ".opus"])
    expect(audioExtensions).toContain(extension);
  expect(isSoundName("TIDE.WMA")).toBe(true);
  expect([isSoundName("cover.jpg"), isSoundName("tide.txt"), isSoundName("mp3")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("a file of a disabled format says where to enable it, and an unplayable one says what to do", () => {
  expect(refuseFormat("/music/a.wma", [])).toBeNull();
  expect(refuseFormat("/music/a.WMA", ["wma"])).toBe(
    "WMA files are left out: switch them on in Settings, Streaming, Music formats",
  );
  expect(refuseFormat("/music/a.mid", [])).toBe(
    "The station can't play MIDI files: convert it to FLAC or MP3, or leave it out",
  );
  expect(refuseFormat("/music/a.m4p", [])).toBe(
    "The file is copy-protected: put one without protection in its place",
  );
  expect(isSoundName("a.mid")).toBe(true);
});

test("a file refused only for its format is read again once the format is enabled", () => {
  const leftOut = refuseFormat("/music/a.wma", musicFormats) ?? "";
  const file = { path: "/music/a.wma", reason: leftOut };

  expect(isReadAgain(file, [])).toBe(true);
  expect(isReadAgain(file, ["wma"])).toBe(false);
  expect(isReadAgain({ ...file, reason: "The file is empty" }, [])).toBe(false);
  const never = refuseFormat("/music/a.mid", []) ?? "";
  expect(isReadAgain({ path: "/music/a.mid", reason: never }, [])).toBe(false);
});
