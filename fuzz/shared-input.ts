/** Room for the current input, in memory that outlives the thread if it is killed. */
const MAX_BYTES = 1024 * 1024;
const HEAD_BYTES = 8;

/** A thread's current input, shared with the thread that watches it. */
export class SharedInput {
  readonly memory: SharedArrayBuffer;
  readonly #head: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(memory = new SharedArrayBuffer(HEAD_BYTES + MAX_BYTES)) {
    this.memory = memory;
    this.#head = new Int32Array(memory, 0, 2);
    this.#bytes = new Uint8Array(memory, HEAD_BYTES);
  }

  /** How many inputs the thread has begun. */
  get steps(): number {
    return Atomics.load(this.#head, 0);
  }

  begin(input: Buffer): void {
    this.#bytes.set(input.subarray(0, MAX_BYTES));
    Atomics.store(this.#head, 1, Math.min(input.length, MAX_BYTES));
    Atomics.add(this.#head, 0, 1);
  }

  read(): Buffer {
    return Buffer.from(this.#bytes.slice(0, Atomics.load(this.#head, 1)));
  }
}
