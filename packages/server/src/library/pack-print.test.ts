import { expect, test } from "vitest";
import { packPrint, unpackPrint } from "./pack-print.ts";

test("a print survives packing and unpacking", () => {
  const print = Uint32Array.of(0, 0xffff_ffff, 0x8000_0000, 1, 1, 1, 0x7fff_ffff);

  expect(unpackPrint(packPrint(print))).toEqual(print);
  expect(unpackPrint(packPrint(new Uint32Array(0)))).toEqual(new Uint32Array(0));
});
