/** Something that can be seen: neither a space nor one of the letters without a shape. */
export const VISIBLE = /[^\p{Z}\p{C}]/u;
