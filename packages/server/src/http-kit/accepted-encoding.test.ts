import { expect, test } from "vitest";
import { takesGzip } from "./accepted-encoding.ts";

test.each(["gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP ; q=0.5", "identity,gzip;q=0.001"])(
  "%j accepts gzip",
  (accepted) => {
    expect(takesGzip(accepted)).toBe(true);
  },
);

test.each([undefined, "", "br", "identity", "gzip;q=0", "br, gzip; q=0.000", "x-gzip2"])(
  "%j does not",
  (accepted) => {
    expect(takesGzip(accepted)).toBe(false);
  },
);
