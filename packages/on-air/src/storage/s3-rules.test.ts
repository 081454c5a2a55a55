import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { mayHelpAgain, readListing, wordRefusal } from "./s3-rules.ts";

test("a listing is read page by page", () => {
  const page = `<ListBucketResult><IsTruncated>true</IsTruncated>
    <Contents><Key>one/music/a</Key><Size>12</Size></Contents>
    <Contents><Key>one/notes</Key><Size>0</Size></Contents>
    <NextContinuationToken>x+/=</NextContinuationToken></ListBucketResult>`;

  expect(readListing(page)).toEqual({
    objects: [
      { key: "one/music/a", sizeBytes: 12 },
      { key: "one/notes", sizeBytes: 0 },
    ],
    next: "x+/=",
  });
  expect(readListing("<IsTruncated>false</IsTruncated>")).toEqual({ objects: [], next: null });
});

test("only the names of a page stay in memory, however much else it contains", async () => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  const usedBytes = (): number => {
    if (typeof collect === "function") collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const pageOf = (n: number): string =>
    Buffer.from(
      `<Contents><Key>backups/one of the night ${n}</Key><Size>5</Size></Contents>${"x".repeat(4_000_000)}`,
    ).toString();
  const before = usedBytes();

  const kept = Array.from({ length: 20 }, (_, n) => readListing(pageOf(n)).objects);

  // The memory of buffers is given back a moment after the collection.
  await expect.poll(() => usedBytes() - before, { timeout: 10_000 }).toBeLessThan(20_000_000);
  expect(kept.at(-1)).toEqual([{ key: "backups/one of the night 19", sizeBytes: 5 }]);
});

test.each([
  [404, "<Code>NoSuchBucket</Code>", "the storage has no bucket 'radio'"],
  [404, "<Code>NoSuchKey</Code>", "a.gz is missing at the storage"],
  [403, "<Code>InvalidAccessKeyId</Code>", "the storage doesn't know this access key ID"],
  [
    403,
    "<Code>SignatureDoesNotMatch</Code>",
    "the storage refused the key: check the secret access key and the region",
  ],
  [
    400,
    "<Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region>",
    "the storage refused the region: it is 'eu-west-1'",
  ],
  [400, "<Code>AuthorizationHeaderMalformed</Code>", "the storage refused the region"],
  [
    403,
    "<Code>RequestTimeTooSkewed</Code>",
    "the clock of this machine differs from the storage's by too much: set it right, best by NTP",
  ],
  [
    301,
    "<Code>PermanentRedirect</Code>",
    "the bucket 'radio' is at another address: check the storage address and the region",
  ],
  [403, "", "the storage refused access to the bucket 'radio'"],
  [507, "<Code>StorageFull</Code>", "the storage answered 507 StorageFull"],
])("the answer %s %s is put into words", (status, text, words) => {
  expect(wordRefusal({ status, text, bucket: "radio", name: "a.gz" })).toBe(words);
});

test("a request is retried when the storage is busy or broken, but not when it refuses", () => {
  expect([500, 503, 429, 408].every(mayHelpAgain)).toBe(true);
  expect([400, 403, 404, 301].some(mayHelpAgain)).toBe(false);
});
