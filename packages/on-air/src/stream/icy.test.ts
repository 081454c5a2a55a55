import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  createStreamTitle,
  ICY_METAINT,
  ICY_START,
  interleaveTitle,
  titleOfTrack,
  type StreamTitle,
} from "./icy.ts";

function textOf(title: StreamTitle): string {
  return title.icyBlock.subarray(1).toString("utf8").replace(/\0+$/, "");
}

test("audio comes out byte for byte, with each title after exactly 16000 bytes of audio", () => {
  const titles = [createStreamTitle("One"), createStreamTitle("Two ✨")];
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ length: fc.integer({ min: 1, max: 40_000 }), title: fc.nat({ max: 1 }) }),
        { minLength: 1, maxLength: 12 },
      ),
      (blocks) => {
        let state = ICY_START;
        let counter = 0;
        const audio: Buffer[] = [];
        const sent: Buffer[] = [];
        const titleAt: (StreamTitle | undefined)[] = [];
        for (const { length, title } of blocks) {
          const bytes = Buffer.from(Buffer.alloc(length).map(() => (counter += 7) % 256));
          const streamTitle = titles[title] ?? createStreamTitle("");
          audio.push(bytes);
          titleAt.push(...Array.from({ length }, () => streamTitle));
          const step = interleaveTitle({ bytes, title: streamTitle, state });
          sent.push(...step.pieces);
          state = step.state;
        }
        const parsed = parseIcy(Buffer.concat(sent));
        expect(parsed.audio.equals(Buffer.concat(audio))).toBe(true);
        let last: StreamTitle | undefined;
        const expected = parsed.titles.map((_, index) => {
          const title = titleAt[(index + 1) * ICY_METAINT - 1];
          const text = title === last || title === undefined ? "" : textOf(title);
          last = title;
          return text;
        });
        expect(parsed.titles).toEqual(expected);
      },
    ),
    { numRuns: 20 },
  );
});

test("a quote before a semicolon can't end the title early", () => {
  const text = textOf(createStreamTitle("Sigur Rós - x';y \"q\"'"));

  expect(text).toBe("StreamTitle='Sigur Rós - x’;y \"q\"’';");
});

test("line breaks and control characters become spaces", () => {
  expect(createStreamTitle("a\r\nb\0c\u2028d").text).toBe("a b c d");
});

test("a title of any length and script stays valid UTF-8 of at most 512 bytes, padded with zeros", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 2000 }), (text) => {
      const { icyBlock } = createStreamTitle(text);
      expect(icyBlock.length).toBe(1 + (icyBlock[0] ?? 0) * 16);
      expect(icyBlock.length).toBeLessThanOrEqual(1 + 512);
      const payload = icyBlock.subarray(1);
      const end = payload.indexOf(0) === -1 ? payload.length : payload.indexOf(0);
      expect(payload.subarray(end).every((byte) => byte === 0)).toBe(true);
      const decoded = new TextDecoder("utf-8", { fatal: true }).decode(payload.subarray(0, end));
      expect(decoded).toMatch(/^StreamTitle='.*';$/su);
      expect(decoded.slice(13, -2)).not.toContain("';");
    }),
  );
});

test("a track without an artist is announced by its title", () => {
  expect(titleOfTrack({ artist: " ", title: "Noise" })).toBe("Noise");
  expect(titleOfTrack({ artist: "Ana", title: "Noise" })).toBe("Ana - Noise");
});

function parseIcy(bytes: Buffer): { readonly audio: Buffer; readonly titles: readonly string[] } {
  const audio: Buffer[] = [];
  const titles: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const chunk = bytes.subarray(at, at + ICY_METAINT);
    audio.push(chunk);
    at += chunk.length;
    if (chunk.length < ICY_METAINT || at >= bytes.length) break;
    const length = (bytes[at] ?? 0) * 16;
    titles.push(
      bytes
        .subarray(at + 1, at + 1 + length)
        .toString("utf8")
        .replace(/\0+$/, ""),
    );
    at += 1 + length;
  }
  return { audio: Buffer.concat(audio), titles };
}
