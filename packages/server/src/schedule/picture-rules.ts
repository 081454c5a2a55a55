/** Magic bytes of the image types a show can have. Not SVG, since it can contain scripts. */
const beginnings = [
  // JPEG
  [{ at: 0, bytes: [0xff, 0xd8, 0xff] }],
  // PNG
  [{ at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] }],
  // WebP
  [
    { at: 0, bytes: [0x52, 0x49, 0x46, 0x46] },
    { at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  ],
] as const;

/** Whether it begins like an image that a show can have. */
export function isPicture(image: Uint8Array): boolean {
  return beginnings.some((parts) =>
    parts.every(({ at, bytes }) => bytes.every((byte, index) => image[at + index] === byte)),
  );
}
