import { expect, test } from "vitest";
import { keptTooLong, MAX_KEPT_BYTES, UPLOAD_DAY_MS } from "./kept-upload-rules.ts";

const NOW_MS = Date.UTC(2027, 0, 1);
const kept = (id: string, { ageMs, sizeBytes = 1 }: { ageMs: number; sizeBytes?: number }) => ({
  id,
  sizeBytes,
  changedAt: new Date(NOW_MS - ageMs),
});
const idsOf = (files: readonly { readonly id: string }[]) => files.map(({ id }) => id);

test("a refused upload is kept for a day", () => {
  const files = [kept("old", { ageMs: UPLOAD_DAY_MS }), kept("new", { ageMs: UPLOAD_DAY_MS - 1 })];

  expect(idsOf(keptTooLong(files, NOW_MS))).toEqual(["old"]);
});

test("beyond the size limit the oldest uploads are dropped first", () => {
  const half = MAX_KEPT_BYTES / 2;
  const files = ["first", "second", "third"].map((id, n) =>
    kept(id, { ageMs: 1000 - n, sizeBytes: half }),
  );

  expect(idsOf(keptTooLong(files, NOW_MS))).toEqual(["first"]);
});
