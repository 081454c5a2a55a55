const FINAL_TEXT = 0x81;
const LARGEST_IN_7_BITS = 125;
const LARGEST_IN_16_BITS = 65_535;

/**
 * A whole text message as the bytes of one frame from a server, RFC 6455 §5.2. It is the same for every socket, so
 * that a message to thousands is serialised and framed once.
 */
export function textFrame(text: string): Buffer {
  const sizeBytes = Buffer.byteLength(text);
  const header = frameHeader(sizeBytes);
  const frame = Buffer.allocUnsafeSlow(header.length + sizeBytes);
  header.copy(frame);
  frame.write(text, header.length);
  return frame;
}

function frameHeader(sizeBytes: number): Buffer {
  if (sizeBytes <= LARGEST_IN_7_BITS) return Buffer.from([FINAL_TEXT, sizeBytes]);
  if (sizeBytes <= LARGEST_IN_16_BITS) {
    const header = Buffer.from([FINAL_TEXT, 126, 0, 0]);
    header.writeUInt16BE(sizeBytes, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header[0] = FINAL_TEXT;
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(sizeBytes), 2);
  return header;
}
