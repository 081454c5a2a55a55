/** An ID3v2.3 frame (id3.org, §3.3). @param flags such as 0x80: the body is compressed */
export function id3Frame(id: string, body: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(10);
  head.write(id, "latin1");
  head.writeUInt32BE(body.length, 4);
  head.writeUInt16BE(flags, 8);
  return Buffer.concat([head, body]);
}

export function id3Text(id: string, text: string): Buffer {
  return id3Frame(id, Buffer.concat([Buffer.of(0), Buffer.from(text, "latin1")]));
}

export function id3Picture(picture: Uint8Array): Buffer {
  const head = Buffer.from("\0image/png\0\x03\0", "latin1");
  return id3Frame("APIC", Buffer.concat([head, picture]));
}

/** An ID3v2.3 tag of these frames. @param claimedBytes a false size */
export function id3Tag(frames: readonly Uint8Array[], claimedBytes?: number): Buffer {
  const body = Buffer.concat(frames);
  const size = claimedBytes ?? body.length;
  const sevenBits = [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
  return Buffer.concat([Buffer.from("ID3\x03\0\0", "latin1"), Buffer.from(sevenBits), body]);
}

/** A file without its ID3v2 tag. */
export function withoutId3(file: Buffer): Buffer {
  if (file.toString("latin1", 0, 3) !== "ID3") return file;
  const size = file.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0);
  return file.subarray(10 + size);
}
