import { createServer, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";

const METAINT = 4000;
/** For MP3 at 128 kbit/s. */
const BYTES_PER_SECOND = 16_000;
const STEP_MS = 250;
/** Our player's initial buffer; more would delay titles. */
const BURST_BYTES = 65_536;
const LENGTH_UNIT = 16;
/** The maximum its length byte can express. */
const MAX_BLOCK_BYTES = 255 * LENGTH_UNIT;

/** Another station on this machine: sends MP3 in real time with ICY metadata of arbitrary bytes. */
export class ForeignStream implements AsyncDisposable {
  readonly #server: Server;
  readonly #sound: Buffer;
  #metadata = Buffer.alloc(0);

  /** @param sound MP3 of 128 kbit/s, looped */
  constructor(sound: Buffer) {
    this.#sound = sound;
    this.#server = createServer((_request, response) => this.#send(response));
  }

  /** @returns its address */
  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return `http://127.0.0.1:${address.port}/live.mp3`;
  }

  /** @param text contents of each block from now on, verbatim; at most 4080 bytes are used */
  setMetadata(text: string): void {
    this.#metadata = Buffer.from(text).subarray(0, MAX_BLOCK_BYTES);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #send(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "audio/mpeg", "icy-metaint": METAINT });
    let sentBytes = 0;
    const startedAt = performance.now();
    const more = (): void => {
      const seconds = (performance.now() - startedAt) / 1000;
      while (sentBytes < BURST_BYTES + seconds * BYTES_PER_SECOND) {
        response.write(this.#soundFrom(sentBytes));
        response.write(this.#block());
        sentBytes += METAINT;
      }
    };
    more();
    const timer = setInterval(more, STEP_MS);
    response.on("close", () => clearInterval(timer));
  }

  #soundFrom(place: number): Buffer {
    const from = place % this.#sound.length;
    const piece = this.#sound.subarray(from, from + METAINT);
    return Buffer.concat([piece, this.#sound.subarray(0, METAINT - piece.length)]);
  }

  #block(): Buffer {
    const units = Math.ceil(this.#metadata.length / LENGTH_UNIT);
    const block = Buffer.alloc(1 + units * LENGTH_UNIT);
    block[0] = units;
    this.#metadata.copy(block, 1);
    return block;
  }
}
