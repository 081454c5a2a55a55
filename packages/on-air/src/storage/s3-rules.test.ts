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

test("a request is sent again when the storage is busy or broken, and not when it refuses", () => {
  expect([500, 503, 429, 408].every(mayHelpAgain)).toBe(true);
  expect([400, 403, 404, 301].some(mayHelpAgain)).toBe(false);
});
