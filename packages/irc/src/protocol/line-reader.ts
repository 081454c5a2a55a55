const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const at = 0x40;
const space = 0x20;

/** What came in: a line without its end, or what is wrong with one. */
export type ReadLine =
  | { readonly kind: "line"; readonly text: string }
  /** The line has been left out, all but its tags with their "@"; "" when it has none or these are too long. */
  | { readonly kind: "too-long"; readonly tags: string }
  /** The line is not UTF-8; `text` has U+FFFD where it is not. Never told with `windows-1252`. */
  | { readonly kind: "not-utf8"; readonly text: string };

/**
 * Cuts the bytes of a connection into lines. Lines end with LF or CRLF; empty ones are left out. It holds one line at
 * most, and forgets the bytes of a line that is too long as they come.
 */
export class LineReader {
  readonly #maxBodyBytes: number;
  readonly #maxTagBytes: number;
  readonly #otherwise: "refuse" | "windows-1252";
  readonly #line: Buffer;
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #length = 0;
  #isTooLong = false;
  /** Of a line that is longer than the buffer, whose other bytes are forgotten. */
  #tags = "";

  /**
   * @param maxBodyBytes longest line with its CRLF, without tags: 512 in RFC 1459
   * @param maxTagBytes longest tags, with their "@" and the space behind them; 0 when there are none
   * @param otherwise what becomes of lines that are not UTF-8
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

  /** Bytes kept of a line whose end has not come. */
  get pendingBytes(): number {
    return this.#length;
  }

  /** Takes the next bytes. @returns the lines they complete, in order */
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
      // The decoder throws for one reason only: the bytes are not UTF-8.
      return this.#otherwise === "windows-1252"
        ? { kind: "line", text: new TextDecoder("windows-1252").decode(line) }
        : { kind: "not-utf8", text: line.toString("utf8") };
    }
  }
}
