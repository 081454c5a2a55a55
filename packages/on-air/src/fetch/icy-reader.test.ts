import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createStreamTitle, ICY_METAINT, ICY_START, interleaveTitle } from "../stream/icy.ts";
import { IcyReader, readStreamTitle, splitTitles } from "./icy-reader.ts";

const titlesIn = (block: string | Buffer): readonly string[] => {
  const text = Buffer.from(block);
  const units = Math.ceil(text.length / 16);
  const chunk = Buffer.concat([
    Buffer.from("s"),
    Buffer.from([units]),
    text,
    Buffer.alloc(units * 16 - text.length),
  ]);
  return new IcyReader(1)
    .take(chunk)
    .flatMap((piece) => (piece.kind === "title" ? [piece.text] : []));
};

test("[P67] titles are removed from a stream and its sound remains, however it is cut", () => {
  const title = createStreamTitle("Ada - It's Night");
  const sound = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251));
  const { pieces } = interleaveTitle({ bytes: sound, title, state: ICY_START });
  const sent = Buffer.concat(pieces);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 20 }), (cuts) => {
      const reader = new IcyReader(16_000);
      const got: Buffer[] = [];
      const titles: string[] = [];
      let at = 0;
      for (const cut of [...cuts, sent.length]) {
        for (const piece of reader.take(sent.subarray(at, at + cut)))
          if (piece.kind === "sound") got.push(piece.bytes);
          else titles.push(piece.text);
        at += cut;
      }

      expect(Buffer.concat(got).equals(sound)).toBe(true);
      expect(titles).toEqual(["Ada - It's Night"]);
    }),
    { numRuns: 30 },
  );
});

test.each([
  ["StreamTitle='Ada - Été';", "Ada - Été"],
  [Buffer.from("StreamTitle='Ada - \xc9t\xe9\x80';", "latin1"), "Ada - Été€"],
  ["StreamTitle='It's on'; StreamUrl='x';", "It's on"],
  ["StreamTitle='no end", "no end"],
  ["StreamTitle='';", ""],
])("[P67] a title in any encoding arrives intact", (block, title) => {
  expect(titlesIn(block)).toEqual([title]);
});

test("[P67] a block without a title changes nothing", () => {
  expect(titlesIn("StreamUrl='http://x';")).toEqual([]);
});

test.each([
  ["Ada - Night - Shift", { artist: "Ada", title: "Night - Shift" }],
  ["Night Shift", { artist: "Station", title: "Night Shift" }],
  ["  - Night Shift", { artist: "Station", title: "Night Shift" }],
  ["a\r\nb - c", { artist: "a b", title: "c" }],
  [" - ", null],
  ["", null],
  ["--- Night - ", { artist: "Station", title: "Night" }],
  ["Ada\0 - \u202eNight\ud800", { artist: "Ada", title: "Night\ufffd" }],
])("[P67] artist and title are parsed from %j", (text, title) => {
  expect(readStreamTitle(text, "Station")).toEqual(title);
});

test("[P67] a title of 64 KiB, which EXTINF of a foreign playlist may have, becomes a line of 300 characters", () => {
  const read = readStreamTitle(`Ada - a\r\nb${"x".repeat(65_536)}`, "Station");

  expect(read?.artist).toBe("Ada");
  expect(read?.title).toMatch(/^a bx+$/);
  expect(`Ada - ${read?.title}`).toHaveLength(300);
});

test("titles are removed from the audio, and the newest one counts", () => {
  const audio = Buffer.from(Array.from({ length: 3 * ICY_METAINT + 100 }, (_, at) => at % 251));
  const half = 2 * ICY_METAINT - 10;
  const first = interleaveTitle({
    bytes: audio.subarray(0, half),
    title: createStreamTitle("One - it's"),
    state: ICY_START,
  });
  const second = interleaveTitle({
    bytes: audio.subarray(half),
    title: createStreamTitle("Two"),
    state: first.state,
  });
  const sent = Buffer.concat([...first.pieces, ...second.pieces]);

  expect(splitTitles(sent, ICY_METAINT)).toEqual({ audio, title: "Two" });
  expect(splitTitles(sent.subarray(0, ICY_METAINT + 200), ICY_METAINT).title).toBe("One - it's");
  expect(splitTitles(sent.subarray(0, ICY_METAINT + 10), ICY_METAINT).title).toBeNull();
  expect(splitTitles(audio, null)).toEqual({ audio, title: null });
});
