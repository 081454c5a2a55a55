const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const at = 0x40;
const space = 0x20;

/** A line received, without its end, or the problem with one. */
export type ReadLine =
  | { readonly kind: "line"; readonly text: string }
  /** The line was dropped except for its tags with their "@"; "" when it has none or they are too long. */
  | { readonly kind: "too-long"; readonly tags: string }
  /** The line is not UTF-8; `text` has U+FFFD in place of bad bytes. Never reported with `windows-1252`. */
  | { readonly kind: "not-utf8"; readonly text: string };

/**
 * Splits a connection's bytes into lines ending with LF or CRLF; empty ones are skipped. Holds at most one line, and
 * discards the bytes of an overlong line as they arrive.
 * @example
 * const reader = new LineReader({ maxBodyBytes: 512, maxTagBytes: 0, otherwise: "refuse" });
 * [...reader.push(Buffer.from("PING 1\r\nPO"))]; // [{ kind: "line", text: "PING 1" }]
 */
export class LineReader {
  readonly #maxBodyBytes: number;
  readonly #maxTagBytes: number;
  readonly #otherwise: "refuse" | "windows-1252";
  readonly #line: Buffer;
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #length = 0;
  #isTooLong = false;
  /** Tags of a line longer than the buffer; its other bytes are discarded. */
  #tags = "";

  /**
   * @param maxBodyBytes longest line with its CRLF, without tags: 512 in RFC 1459
   * @param maxTagBytes longest tags, with their "@" and the space after them; 0 when there are none
   * @param otherwise what to do with lines that are not UTF-8
   */
  constructor(options: {
    readonly maxBodyBytes: number;
    readonly maxTagBytes: number;
    readonly otherwise: "refuse" | "windows-1252";
  }) {
    this.#maxBodyBytes = options.maxBodyBytes;
    this.#maxTagBytes = options.maxTagBytes;
    this.#otherwise = options.otherwise;
    this.#line = Buffer.allocUnsafe(options.maxBodyBytes + options.maxTagBytes);
  }

  /** Bytes held of an incomplete line. */
  get pendingBytes(): number {
    return this.#length;
  }

  /** Adds the next bytes. @returns the lines they complete, in order */
  push(bytes: Uint8Array): readonly ReadLine[] {
    const lines: ReadLine[] = [];
    let start = 0;
    while (start < bytes.length) {
      const found = bytes.indexOf(lineFeed, start);
      const end = found === -1 ? bytes.length : found;
      this.#keep(bytes.subarray(start, end));
      if (found === -1) break;
      const line = this.#take();
      if (line !== undefined) lines.push(line);
      start = end + 1;
    }
    return lines;
  }

  #keep(bytes: Uint8Array): void {
    if (this.#isTooLong) return;
    if (this.#length + bytes.length > this.#line.length) {
      this.#line.set(bytes.subarray(0, this.#line.length - this.#length), this.#length);
      this.#tags = this.#tagsOf(this.#line);
      this.#isTooLong = true;
      this.#length = 0;
      return;
    }
    this.#line.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #take(): ReadLine | undefined {
    const hasCarriageReturn = this.#length > 0 && this.#line[this.#length - 1] === carriageReturn;
    const line = this.#line.subarray(0, this.#length - (hasCarriageReturn ? 1 : 0));
    const isTooLong = this.#isTooLong || this.#isOverLimit(line);
    const tags = this.#isTooLong ? this.#tags : isTooLong ? this.#tagsOf(line) : "";
    this.#length = 0;
    this.#isTooLong = false;
    if (isTooLong) return { kind: "too-long", tags };
    return line.length === 0 ? undefined : this.#decode(line);
  }

  #isOverLimit(line: Buffer): boolean {
    const tagBytes = line[0] === at ? line.indexOf(space) + 1 || line.length : 0;
    return tagBytes > this.#maxTagBytes || line.length - tagBytes + 2 > this.#maxBodyBytes;
  }

  #tagsOf(line: Buffer): string {
    const end = line[0] === at ? line.indexOf(space) : -1;
    return end === -1 || end + 1 > this.#maxTagBytes ? "" : line.toString("utf8", 0, end);
  }

  #decode(line: Buffer): ReadLine {
    try {
      return { kind: "line", text: this.#utf8.decode(line) };
    } catch {
      // The decoder throws only for bytes that are not UTF-8.
      return this.#otherwise === "windows-1252"
        ? { kind: "line", text: new TextDecoder("windows-1252").decode(line) }
        : { kind: "not-utf8", text: line.toString("utf8") };
    }
  }
}
