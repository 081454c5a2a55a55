import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ITEM_BYTES, readPrint } from "./sound-print-rules.ts";

/** A print of two minutes has 4 KiB. */
const MAX_PRINT_BYTES = 64 * 1024;

/** As it is stored: what follows differs little from what was before, and packs better as the difference. */
export function packPrint(print: Uint32Array): Buffer {
  const changes = Buffer.alloc(print.length * ITEM_BYTES);
  print.forEach((item, index) =>
    changes.writeUInt32LE((item ^ (print[index - 1] ?? 0)) >>> 0, index * ITEM_BYTES),
  );
  return deflateRawSync(changes);
}

/** @throws when it was not made by packPrint */
export function unpackPrint(packed: Uint8Array): Uint32Array {
  const print = readPrint(inflateRawSync(packed, { maxOutputLength: MAX_PRINT_BYTES }));
  for (let index = 1; index < print.length; index += 1)
    print[index] = ((print[index] ?? 0) ^ (print[index - 1] ?? 0)) >>> 0;
  return print;
}
