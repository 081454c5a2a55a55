import { crc32, deflateSync } from "node:zlib";

/**
 * A black one-bit picture, so a small file makes a large picture.
 * @param lines how many of its lines really exist
 */
export function blackPng({
  width,
  height,
  lines = height,
  extra = [],
}: {
  readonly width: number;
  readonly height: number;
  readonly lines?: number;
  /** Additional chunks before the picture. */
  readonly extra?: readonly Buffer[];
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * lines), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...extra,
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngChunk(kind: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(kind, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body, crc32(head.subarray(4))));
  return Buffer.concat([head, body, sum]);
}
