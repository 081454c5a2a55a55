import { createHash } from "node:crypto";
import { Container } from "./container.ts";

/**
 * Digest of a file's encoded sound alone, so tags make no difference.
 * @throws DecodeError when there is no readable sound
 */
export function digestSound(filePath: string): string {
  const container = new Container();
  const hash = createHash("sha256");
  try {
    container.openFile(filePath);
    const { codecpar } = container.audioStream;
    hash.update(`${codecpar.codecId} ${codecpar.sampleRate} ${codecpar.channels}\n`);
    while (container.readPacket() >= 0) {
      const { data } = container.packet;
      if (data !== null) hash.update(data);
      container.packet.unref();
    }
    return hash.digest("hex");
  } finally {
    container.close();
  }
}
