/** Messages the server answers: Query, Sync, Flush, FunctionCall, Terminate, CopyDone, CopyFail. */
const batchEnds = new Set("QSHFXcf".split("").map((letter) => letter.charCodeAt(0)));
const TYPE_AND_LENGTH_BYTES = 5;
const LENGTH_BYTES = 4;

/**
 * Cuts a PostgreSQL client's output into batches that the server answers as a whole (PostgreSQL 18, chapter 54.7). The
 * first message, the start-up packet, has no type byte and is a batch of its own.
 */
export class WireBatches {
  #pending: Buffer = Buffer.alloc(0);
  #hasStarted = false;

  /** Takes bytes as written, cut anywhere, and returns the batches they complete. */
  push(bytes: Buffer): readonly Buffer[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const batches: Buffer[] = [];
    for (let end = this.#batchEnd(); end !== null; end = this.#batchEnd()) {
      batches.push(this.#pending.subarray(0, end));
      this.#pending = this.#pending.subarray(end);
    }
    return batches;
  }

  #batchEnd(): number | null {
    if (!this.#hasStarted) {
      if (this.#pending.length < LENGTH_BYTES) return null;
      const end = this.#pending.readInt32BE(0);
      if (this.#pending.length < end) return null;
      this.#hasStarted = true;
      return end;
    }
    let at = 0;
    while (this.#pending.length >= at + TYPE_AND_LENGTH_BYTES) {
      const type = this.#pending.readUInt8(at);
      const end = at + 1 + this.#pending.readInt32BE(at + 1);
      if (this.#pending.length < end) return null;
      if (batchEnds.has(type)) return end;
      at = end;
    }
    return null;
  }
}
