import { expect, test } from "vitest";
import { nowPlayingText } from "./copy-now-playing.ts";

test("the copied text has artist, title, station and time", () => {
  const context = { siteName: "Neon Relay", nowMs: new Date(2030, 0, 31, 21, 4).getTime() };

  expect(nowPlayingText({ artist: "Vector Harbour", title: "Midnight Uplink" }, context)).toBe(
    "Vector Harbour — Midnight Uplink (Neon Relay, 21:04)",
  );
  expect(nowPlayingText({ artist: "", title: "Jingle" }, context)).toBe(
    "Jingle (Neon Relay, 21:04)",
  );
});
