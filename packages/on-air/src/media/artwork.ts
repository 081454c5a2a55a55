import { createHash } from "node:crypto";
import { mkdir, utimes } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { writeWholeFile } from "./whole-file.ts";

/** Sides of the square covers, in pixels. */
const artworkSizesPx = [96, 256, 512] as const;
type ArtworkSize = (typeof artworkSizesPx)[number];
/** A larger picture would decode to gigabytes. */
const MAX_PIXELS = 100_000_000;
/** Never SVG: it is code that may load other files. */
const readableFormats = new Set(["jpeg", "png", "webp", "gif", "tiff", "heif"]);

/** Path of a cover in that size. */
export function artworkPath(folder: string, name: string, sizePx: ArtworkSize): string {
  return path.join(folder, `${name}-${sizePx}.webp`);
}

/**
 * Writes a cover as square WebP files `<name>-<size>.webp`, unless they exist.
 * @returns the name, derived from the picture's bytes: equal pictures share their files. null when it is not a picture
 */
export async function storeArtwork({
  picture,
  folder,
}: {
  readonly picture: Uint8Array;
  readonly folder: string;
}): Promise<string | null> {
  if (!(await isReadablePicture(picture))) return null;
  await mkdir(folder, { recursive: true });
  const name = createHash("sha256").update(picture).digest("hex").slice(0, 32);
  for (const sizePx of artworkSizesPx) {
    const filePath = artworkPath(folder, name, sizePx);
    if (await isThere(filePath)) continue;
    const webp = await renderSquare(picture, sizePx);
    if (webp === null) return null;
    await writeWholeFile(filePath, [webp]);
  }
  return name;
}

/** Side of a stand-alone picture, in pixels. */
const PICTURE_SIZE_PX = 512;

/** Makes a square WebP picture without the original's metadata. @returns null when it is not a picture */
export async function squarePicture(picture: Uint8Array): Promise<Uint8Array | null> {
  return (await isReadablePicture(picture)) ? await renderSquare(picture, PICTURE_SIZE_PX) : null;
}

async function isReadablePicture(picture: Uint8Array): Promise<boolean> {
  try {
    const { format } = await sharp(picture, { limitInputPixels: MAX_PIXELS }).metadata();
    return readableFormats.has(format);
  } catch {
    return false; // sharp throws a plain Error for anything unreadable
  }
}

async function renderSquare(picture: Uint8Array, sizePx: number): Promise<Uint8Array | null> {
  try {
    return await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .rotate()
      .resize(sizePx, sizePx, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    return null; // damaged after a good header
  }
}

/** Whether that file exists. Also touches it: unused covers are removed after some days. */
async function isThere(filePath: string): Promise<boolean> {
  const now = new Date();
  return utimes(filePath, now, now).then(
    () => true,
    () => false,
  );
}
