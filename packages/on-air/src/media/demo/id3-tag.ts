/** Fields of a demo track's tag. */
export interface Id3Fields {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly year: number;
  readonly trackNumber: number;
  readonly trackCount: number;
  readonly coverJpeg: Uint8Array;
}

const UTF_8 = 3;
const FRONT_COVER = 3;

/** An ID3v2.4 tag, to precede the MP3 frames. */
export function id3Tag(fields: Id3Fields): Uint8Array {
  const frames = Buffer.concat([
    textFrame("TIT2", fields.title),
    textFrame("TPE1", fields.artist),
    textFrame("TALB", fields.album),
    textFrame("TCON", fields.genre),
    textFrame("TDRC", String(fields.year)),
    textFrame("TRCK", `${fields.trackNumber}/${fields.trackCount}`),
    frame(
      "APIC",
      Buffer.concat([
        Buffer.from([UTF_8]),
        Buffer.from("image/jpeg\0", "latin1"),
        Buffer.from([FRONT_COVER, 0]),
        fields.coverJpeg,
      ]),
    ),
  ]);
  const header = Buffer.concat([Buffer.from("ID3\u0004\0\0", "latin1"), synchsafe(frames.length)]);
  return Buffer.concat([header, frames]);
}

function textFrame(id: string, text: string): Buffer {
  return frame(id, Buffer.concat([Buffer.from([UTF_8]), Buffer.from(text, "utf8")]));
}

function frame(id: string, body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(id, "latin1"),
    synchsafe(body.length),
    Buffer.from([0, 0]),
    body,
  ]);
}

/** Seven bits per byte, so that no tag looks like the start of an MP3 frame (ID3v2.4 §6.2). */
function synchsafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
}
