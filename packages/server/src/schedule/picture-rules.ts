/** Image types that browsers show, and their first bytes. Not SVG, since it can contain scripts. */
const kinds = [
  { mediaType: "image/jpeg", starts: [{ at: 0, bytes: [0xff, 0xd8, 0xff] }] },
  {
    mediaType: "image/png",
    starts: [{ at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] }],
  },
  {
    mediaType: "image/webp",
    starts: [
      { at: 0, bytes: [0x52, 0x49, 0x46, 0x46] },
      { at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
    ],
  },
] as const;

/** @returns null when a show can't have this as its picture */
export function pictureTypeOf(image: Uint8Array): string | null {
  const found = kinds.find(({ starts }) =>
    starts.every(({ at, bytes }) => bytes.every((byte, index) => image[at + index] === byte)),
  );
  return found?.mediaType ?? null;
}
