import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LineReader, type ReadLine } from "./line-reader.ts";

const limits = { maxBodyBytes: 512, maxTagBytes: 8191 };

function read(bytes: Uint8Array, otherwise: "refuse" | "windows-1252" = "refuse") {
  return new LineReader({ ...limits, otherwise }).push(bytes);
}

test("[I6] lines end with LF or CRLF, and empty ones are skipped", () => {
  const lines = read(Buffer.from("PING a\r\n\r\n\nPONG b\nhalf"));

  expect(lines).toEqual([
    { kind: "line", text: "PING a" },
    { kind: "line", text: "PONG b" },
  ]);
});

test("[I6] lines are the same however the bytes are split", () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 });
  const text = fc.array(fc.string({ unit: "grapheme", maxLength: 30 }), { maxLength: 10 });

  fc.assert(
    fc.property(text, cuts, (pieces, sizes) => {
      const bytes = Buffer.from(`${pieces.join("\r\n")}\r\n`);
      const reader = new LineReader({ ...limits, otherwise: "refuse" });
      const lines: ReadLine[] = [];
      for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
        const end = start + (sizes[turn % sizes.length] ?? 1);
        lines.push(...reader.push(bytes.subarray(start, end)));
        start = end;
      }

      expect(lines).toEqual(read(bytes));
    }),
  );
});

test("[I7] a line of 512 bytes with its end is read, one of 513 is reported once and the next is read again", () => {
  const fits = `${"a".repeat(510)}\r\n`;
  const long = `${"b".repeat(511)}\r\n`;
  const endless = `${"c".repeat(50_000)}\n`;

  const lines = read(Buffer.from(`${fits}${long}${endless}PING\n`));

  expect(lines).toEqual([
    { kind: "line", text: "a".repeat(510) },
    { kind: "too-long", tags: "" },
    { kind: "too-long", tags: "" },
    { kind: "line", text: "PING" },
  ]);
});

test("[I7] tags have their own limit", () => {
  const tagged = (tagBytes: number, bodyBytes: number) =>
    Buffer.from(`@${"t".repeat(tagBytes - 2)} ${"b".repeat(bodyBytes)}\n`);

  expect(read(tagged(8191, 510)).map(({ kind }) => kind)).toEqual(["line"]);
  expect(read(tagged(8192, 10)).map(({ kind }) => kind)).toEqual(["too-long"]);
  expect(read(tagged(10, 511)).map(({ kind }) => kind)).toEqual(["too-long"]);
  expect(read(Buffer.from(`@${"t".repeat(8200)}\n`)).map(({ kind }) => kind)).toEqual(["too-long"]);
});

test("[I7] an overlong line keeps its tags, unless these are too long as well", () => {
  const tagsOf = (line: string) =>
    read(Buffer.from(`${line}\n`)).map((each) => (each.kind === "too-long" ? each.tags : each));

  expect(tagsOf(`@label=1 PING ${"x".repeat(600)}`)).toEqual(["@label=1"]);
  expect(tagsOf(`@label=1 PING ${"x".repeat(20_000)}`)).toEqual(["@label=1"]);
  expect(tagsOf(`@label=${"1".repeat(8200)} PING`)).toEqual([""]);
  expect(tagsOf(`@label=${"1".repeat(20_000)}`)).toEqual([""]);
});

test("[I8] hostile bytes crash nothing, and at most one line is held", () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 6_000 }), { maxLength: 8 });

  fc.assert(
    fc.property(chunks, fc.constantFrom("refuse", "windows-1252"), (pieces, otherwise) => {
      const reader = new LineReader({ ...limits, otherwise });
      for (const piece of pieces) {
        for (const line of reader.push(piece)) {
          expect(line.kind === "not-utf8" && otherwise === "windows-1252").toBe(false);
        }
        expect(reader.pendingBytes).toBeLessThanOrEqual(8_703);
      }
    }),
    { numRuns: 50 },
  );
});

test("[I9] input that is not UTF-8 is reported, or read as windows-1252", () => {
  const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x80, 0x0a]);

  expect(read(latin)).toEqual([{ kind: "not-utf8", text: "caf\uFFFD \uFFFD" }]);
  expect(read(latin, "windows-1252")).toEqual([{ kind: "line", text: "café €" }]);
  expect(read(Buffer.from("café €\n"), "windows-1252")).toEqual([{ kind: "line", text: "café €" }]);
});
