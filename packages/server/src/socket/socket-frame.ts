const FINAL_TEXT = 0x81;
const FINAL_BINARY = 0x82;
const LARGEST_IN_7_BITS = 125;
const LARGEST_IN_16_BITS = 65_535;

/**
 * A whole text message as the bytes of one frame from a server, RFC 6455 §5.2. It is the same for every socket, so
 * that a message to thousands is serialised and framed once.
 */
export function textFrame(text: string): Buffer {
  const sizeBytes = Buffer.byteLength(text);
  const header = frameHeader(FINAL_TEXT, sizeBytes);
  const frame = Buffer.allocUnsafeSlow(header.length + sizeBytes);
  header.copy(frame);
  frame.write(text, header.length);
  return frame;
}

/** The same for a whole binary message. */
export function binaryFrame(bytes: Uint8Array): Buffer {
  return Buffer.concat([frameHeader(FINAL_BINARY, bytes.length), bytes]);
}

/** The text in a frame that `textFrame` made. */
export function textOf(frame: Buffer): string {
  const size = frame[1] ?? 0;
  return frame.toString("utf8", size <= LARGEST_IN_7_BITS ? 2 : size === 126 ? 4 : 10);
}

function frameHeader(kind: number, sizeBytes: number): Buffer {
  if (sizeBytes <= LARGEST_IN_7_BITS) return Buffer.from([kind, sizeBytes]);
  if (sizeBytes <= LARGEST_IN_16_BITS) {
    const header = Buffer.from([kind, 126, 0, 0]);
    header.writeUInt16BE(sizeBytes, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header[0] = kind;
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(sizeBytes), 2);
  return header;
}
