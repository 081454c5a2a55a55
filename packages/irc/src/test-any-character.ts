import { nat } from "fast-check";

const SURROGATES = { from: 0xd8_00, count: 0x8_00 };

/**
 * Any character, as a unit of random text. fast-check's "binary" first lists all of Unicode backwards, which takes
 * seconds and a hundred megabytes.
 */
export const anyCharacter = nat(0x10_ff_ff - SURROGATES.count).map((index) =>
  String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count),
);
