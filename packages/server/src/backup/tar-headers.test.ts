import { expect, test } from "vitest";
import { readTarHeader, TAR_BLOCK_BYTES, tarBytesOf, tarEnd, tarHeader } from "./tar-headers.ts";

const song = { folder: "music/one", name: "Ångström.mp3", sizeBytes: 513, modifiedAtMs: 7_000 };

test.each([0, 1, 8 ** 11 - 1, 8 ** 11, 2 ** 50])(
  "a file of %d bytes reads back as written",
  (size) => {
    const file = { ...song, sizeBytes: size };

    expect(readTarHeader(tarHeader(file))).toEqual(file);
  },
);

test("a file takes whole blocks plus one for its header", () => {
  expect([0, 1, 512, 513].map(tarBytesOf)).toEqual([512, 1024, 1024, 1536]);
});

test("an archive ends with an empty block", () => {
  expect(readTarHeader(tarEnd.subarray(0, TAR_BLOCK_BYTES))).toBe("end");
});

test("a changed or truncated header, or that of a link, is refused", () => {
  const header = tarHeader(song);
  const changed = Buffer.from(header);
  changed[0] = 0x41;
  const link = Buffer.from(header);
  link[156] = 0x32;

  for (const block of [changed, link, header.subarray(1), Buffer.alloc(TAR_BLOCK_BYTES, "x")])
    expect(readTarHeader(block)).toBeNull();
});

test("a name that does not fit is refused rather than cut", () => {
  expect(() => tarHeader({ ...song, name: "é".repeat(51) })).toThrow("too long");
});
