import { expect, test } from "vitest";
import { ByteLog } from "./byte-log.ts";

test("[P42] bytes that arrive one by one are returned in a few pieces", () => {
  const log = new ByteLog();
  for (let n = 0; n < 20_000; n += 1) log.add(Buffer.from([n % 251]));
  log.add(Buffer.alloc(5000, 7));

  const pieces: Buffer[] = [];
  for (let place = log.from; place < log.end; place += pieces.at(-1)?.length ?? 0)
    pieces.push(log.at(place, 1_000_000));

  const bytes = Buffer.concat(pieces);
  expect(pieces).toHaveLength(6);
  expect(bytes.subarray(0, 20_000).every((byte, place) => byte === place % 251)).toBe(true);
  expect(bytes.subarray(20_000).equals(Buffer.alloc(5000, 7))).toBe(true);
});
