import { Readable } from "node:stream";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LineTooLongError, readJsonLines, toJsonLine } from "./json-lines.ts";

async function read(chunks: readonly Buffer[], maxLineBytes = 1000): Promise<unknown[]> {
  return await Array.fromAsync(
    readJsonLines(Readable.from(chunks, { objectMode: true }), { maxLineBytes }),
  );
}

test("whatever is written comes out again, however the bytes are cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 6 }),
      fc.integer({ min: 1, max: 7 }),
      async (values, pieceBytes) => {
        const bytes = Buffer.from(values.map(toJsonLine).join(""));
        const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
          bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
        );

        expect(JSON.stringify(await read(pieces, 100_000))).toBe(JSON.stringify(values));
      },
    ),
  );
});

test("a line over the bound is refused before it is whole", async () => {
  await expect(read([Buffer.from(`"${"x".repeat(2000)}`)])).rejects.toThrow(LineTooLongError);
});

test("a line that is not JSON is refused", async () => {
  await expect(read([Buffer.from("{not json}\n")])).rejects.toThrow(SyntaxError);
});

test("a last line without its end is not a value", async () => {
  expect(await read([Buffer.from('{"whole":1}\n{"torn":')])).toEqual([{ whole: 1 }]);
});
