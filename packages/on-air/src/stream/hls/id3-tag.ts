/** A title as HLS players show it. */
interface Id3Title {
  readonly artist: string;
  readonly title: string;
}

const TIMESTAMP_OWNER = "com.apple.streaming.transportStreamTimestamp";
/** A transport stream's clock has 33 bits. */
const TIMESTAMP_TURN = 2 ** 33;
const UTF8 = 3;

/**
 * An ID3v2.4 tag.
 * @param timestamp of the first sample after it, in 90 kHz [RFC 8216 §3.4]; null inside a segment
 */
export function id3Tag({
  timestamp,
  title,
}: {
  readonly timestamp: number | null;
  readonly title: Id3Title;
}): Buffer {
  const frames = [
    ...(timestamp === null ? [] : [timestampFrame(timestamp)]),
    textFrame("TIT2", title.title),
    ...(title.artist === "" ? [] : [textFrame("TPE1", title.artist)]),
  ];
  const body = Buffer.concat(frames);
  return Buffer.concat([Buffer.from("ID3\u0004\0\0", "latin1"), syncsafe(body.length), body]);
}

function timestampFrame(timestamp: number): Buffer {
  const clock = Buffer.alloc(8);
  clock.writeBigUInt64BE(BigInt(Math.round(timestamp) % TIMESTAMP_TURN));
  return frame("PRIV", Buffer.concat([Buffer.from(`${TIMESTAMP_OWNER}\0`, "latin1"), clock]));
}

function textFrame(id: string, text: string): Buffer {
  return frame(id, Buffer.concat([Buffer.from([UTF8]), Buffer.from(`${text}\0`, "utf8")]));
}

function frame(id: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id, "latin1"), syncsafe(body.length), Buffer.alloc(2), body]);
}

/** Four bytes of seven bits each, so that no length looks like the start of an audio frame. */
function syncsafe(length: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f));
}
