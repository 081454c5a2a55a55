import { openAsBlob } from "node:fs";
import { parseBlob } from "music-metadata";
import type { FileBytes } from "./same-bytes.ts";

/** Part of a picture, and its position in a file. */
interface PicturePlace {
  readonly at: number;
  readonly length: number;
  /** The whole picture, encoded as in the file: base64 in Ogg. */
  readonly picture: Buffer;
  readonly pictureAt: number;
}

/** Smaller ones are not worth a file of their own. */
const LEAST_BYTES = 4096;
const OGG_HEAD_BYTES = 27;
const OGG_COMMENT_KEY = "metadata_block_picture=";
/** Comments with larger pictures are kept whole. */
const MAX_OGG_HEADERS_BYTES = 64 * 1024 * 1024;

/**
 * The pictures in the given ranges of a file, by position. Files of one album have the same picture between different
 * bytes.
 * @throws whatever the readers throw for a damaged tag
 */
export async function findPictures(
  filePath: string,
  file: FileBytes,
  ranges: readonly { readonly at: number; readonly length: number }[],
): Promise<readonly PicturePlace[]> {
  const large = ranges.filter(({ length }) => length >= LEAST_BYTES);
  const [last] = large.slice(-1);
  if (last === undefined) return [];
  if (file.at(0, 4).toString("latin1") === "OggS") return oggPictures(file, last.at + last.length);
  const { common } = await parseBlob(await openAsBlob(filePath), { duration: false });
  const pictures = (common.picture ?? []).map(({ data }) => Buffer.from(data));
  return large
    .flatMap(({ at, length }) => {
      const bytes = file.at(at, length);
      return pictures.flatMap((picture) => {
        const found = picture.length < LEAST_BYTES ? -1 : bytes.indexOf(picture);
        return found === -1
          ? []
          : [{ at: at + found, length: picture.length, picture, pictureAt: 0 }];
      });
    })
    .toSorted((a, b) => a.at - b.at);
}

/** Pages split a picture's text into parts (RFC 3533 §6). */
function oggPictures(file: FileBytes, end: number): readonly PicturePlace[] {
  const pages: { readonly at: number; readonly payloadAt: number; readonly bytes: Buffer }[] = [];
  let payloadAt = 0;
  for (let at = 0; at < end && payloadAt < MAX_OGG_HEADERS_BYTES;) {
    const head = file.at(at, OGG_HEAD_BYTES + 255);
    if (head.toString("latin1", 0, 4) !== "OggS" || head.length < OGG_HEAD_BYTES) break;
    const bodyAt = OGG_HEAD_BYTES + (head[OGG_HEAD_BYTES - 1] ?? 0);
    const length = head.subarray(OGG_HEAD_BYTES, bodyAt).reduce((sum, each) => sum + each, 0);
    const bytes = file.at(at + bodyAt, length);
    pages.push({ at: at + bodyAt, payloadAt, bytes });
    payloadAt += bytes.length;
    at += bodyAt + length;
  }
  const payload = Buffer.concat(pages.map(({ bytes }) => bytes));
  const text = payload.toString("latin1").toLowerCase();
  const places: PicturePlace[] = [];
  for (
    let found = text.indexOf(OGG_COMMENT_KEY);
    found >= 4;
    found = text.indexOf(OGG_COMMENT_KEY, found + 1)
  ) {
    const from = found + OGG_COMMENT_KEY.length;
    const to = found + payload.readUInt32LE(found - 4);
    if (to - from < LEAST_BYTES || to > payload.length) continue;
    const picture = payload.subarray(from, to);
    for (const page of pages) {
      const begin = Math.max(from, page.payloadAt);
      const length = Math.min(to, page.payloadAt + page.bytes.length) - begin;
      if (length > 0)
        places.push({
          at: page.at + begin - page.payloadAt,
          length,
          picture,
          pictureAt: begin - from,
        });
    }
  }
  return places;
}
