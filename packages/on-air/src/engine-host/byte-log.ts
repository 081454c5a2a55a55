const JOINED_BYTES = 4 * 1024;

/** The newest bytes of a stream. Places are counted from its beginning. */
export class ByteLog {
  #chunks: Buffer[] = [];
  #from = 0;
  #end = 0;

  /** Place behind the newest byte. */
  get end(): number {
    return this.#end;
  }

  /** Place of the oldest byte that is still here. */
  get from(): number {
    return this.#from;
  }

  add(chunk: Buffer): void {
    this.#end += chunk.length;
    const last = this.#chunks.at(-1);
    // What comes byte by byte is joined, so that the chunks stay few.
    if (last === undefined || last.length + chunk.length > JOINED_BYTES) this.#chunks.push(chunk);
    else this.#chunks[this.#chunks.length - 1] = Buffer.concat([last, chunk]);
  }

  /** Some bytes from that place on, at most that many; fewer where one chunk ends. The place must still be here. */
  at(place: number, limit: number): Buffer {
    let start = this.#from;
    for (const chunk of this.#chunks) {
      const end = start + chunk.length;
      if (place < end) return chunk.subarray(place - start, place - start + limit);
      start = end;
    }
    return Buffer.alloc(0);
  }

  /** Lets go of whole chunks before that place. */
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
