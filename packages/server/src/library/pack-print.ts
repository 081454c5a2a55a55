import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ITEM_BYTES, readPrint } from "./sound-print-rules.ts";

/** Two minutes of print take 4 KiB. */
const MAX_PRINT_BYTES = 64 * 1024;

/** Packs a print for storage. Neighbouring numbers differ little, so differences compress better. */
export function packPrint(print: Uint32Array): Buffer {
  const changes = Buffer.alloc(print.length * ITEM_BYTES);
  print.forEach((item, index) =>
    changes.writeUInt32LE((item ^ (print[index - 1] ?? 0)) >>> 0, index * ITEM_BYTES),
  );
  return deflateRawSync(changes);
}

/** @throws when the data was not made by packPrint */
export function unpackPrint(packed: Uint8Array): Uint32Array {
  const print = readPrint(inflateRawSync(packed, { maxOutputLength: MAX_PRINT_BYTES }));
  for (let index = 1; index < print.length; index += 1)
    print[index] = ((print[index] ?? 0) ^ (print[index - 1] ?? 0)) >>> 0;
  return print;
}
