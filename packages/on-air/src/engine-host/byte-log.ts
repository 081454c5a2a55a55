const JOINED_BYTES = 4 * 1024;

/** The newest bytes of a stream. Positions count from its start. */
export class ByteLog {
  #chunks: Buffer[] = [];
  #from = 0;
  #end = 0;

  /** Position after the newest byte. */
  get end(): number {
    return this.#end;
  }

  /** Position of the oldest byte still kept. */
  get from(): number {
    return this.#from;
  }

  add(chunk: Buffer): void {
    this.#end += chunk.length;
    const last = this.#chunks.at(-1);
    // Join small pieces, so that there are few chunks.
    if (last === undefined || last.length + chunk.length > JOINED_BYTES) this.#chunks.push(chunk);
    else this.#chunks[this.#chunks.length - 1] = Buffer.concat([last, chunk]);
  }

  /** Bytes from that position on, up to the limit; fewer at the end of a chunk. The position must still be kept. */
  at(place: number, limit: number): Buffer {
    let start = this.#from;
    for (const chunk of this.#chunks) {
      const end = start + chunk.length;
      if (place < end) return chunk.subarray(place - start, place - start + limit);
      start = end;
    }
    return Buffer.alloc(0);
  }

  /** Drops whole chunks before that position. */
  dropBefore(place: number): void {
    let dropped = 0;
    for (const chunk of this.#chunks) {
      if (this.#from + chunk.length > place) break;
      this.#from += chunk.length;
      dropped += 1;
    }
    this.#chunks.splice(0, dropped);
  }
}
