import { expect, test } from "vitest";
import { checksumBytesOf, parseChecksums, wordChecksums } from "./checksum-rules.ts";

test("a list of checksums reads back, even with line breaks in names, and its length is known in advance", () => {
  const sums = new Map([
    ["station.backup.gz", "a".repeat(64)],
    ["music/1/Ångström  two.mp3", "b".repeat(64)],
    ["music/2/two\nlines\r.mp3", "c".repeat(64)],
  ]);

  const text = wordChecksums(sums);

  expect(parseChecksums(text)).toEqual(sums);
  expect(Buffer.byteLength(text)).toBe(checksumBytesOf([...sums.keys()]));
  expect(text.split("\n")).toHaveLength(sums.size + 1);
});

test.each(["no list", `${"a".repeat(64)}  cut off`, `${"a".repeat(63)}  short\n`])(
  "%j is no list of checksums",
  (text) => {
    expect(parseChecksums(text)).toBeNull();
  },
);
