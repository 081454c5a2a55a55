export const ITEM_BYTES = 4;
/** Numbers of a print that serve as index words for similar tracks. */
const WORDS = 64;

/** Parses a sound print of the media child: unsigned 32-bit numbers, about eight per second. */
export function readPrint(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: Math.floor(bytes.length / ITEM_BYTES) }, (_, index) =>
    view.getUint32(index * ITEM_BYTES, true),
  );
}

/**
 * Selects numbers of a print by value alone, so that another encoding of the recording yields mostly the same ones,
 * wherever it begins. Repetition, such as silence, is skipped: many recordings share it.
 * @returns signed, since PostgreSQL's integers are; sorted
 */
export function wordsOfPrint(print: Uint32Array): readonly number[] {
  const mixed = new Set<number>();
  print.forEach((item, index) => {
    if (item !== print[index - 1]) mixed.add(mix(item));
  });
  return [...mixed]
    .toSorted((a, b) => a - b)
    .slice(0, WORDS)
    .map((word) => word | 0);
}

/** Spreads numbers evenly (the finalizer of MurmurHash3). */
function mix(item: number): number {
  let mixed = item;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
