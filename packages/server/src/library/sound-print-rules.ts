export const ITEM_BYTES = 4;
/** So many numbers of a print lead to tracks that may sound the same. */
const WORDS = 64;

/** A sound print as the media child makes it: unsigned numbers of 32 bits, about eight a second. */
export function readPrint(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: Math.floor(bytes.length / ITEM_BYTES) }, (_, index) =>
    view.getUint32(index * ITEM_BYTES, true),
  );
}

/**
 * Some of the numbers of a print, chosen by their value alone, so that another encoding of the recording gives mostly
 * the same ones wherever it begins. What repeats itself, as silence does, is left out: it is in many recordings.
 * @returns signed, as PostgreSQL has integers; in order
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

/** Spreads numbers evenly (the last steps of MurmurHash3). */
function mix(item: number): number {
  let mixed = item;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
