/** A parser of outside data, with what must hold for any input. */
export interface FuzzTarget {
  /** Valid inputs of the protocol; mutations start from these and the saved ones. */
  readonly seeds: readonly (string | Buffer)[];
  /** Keywords of the format; mutations insert them anywhere. */
  readonly words: readonly (string | Buffer)[];
  /** Inputs are cut to this length. */
  readonly mostBytes: number;
  /** Parses the input. Throws when a requirement is violated; declared errors of the parser are fine. */
  readonly run: (input: Buffer) => void | Promise<void>;
}

/** Defaults for optional parts of a target. */
export const targetDefaults = { words: [], mostBytes: 8 * 1024 } as const;

/** A target's string as bytes: one byte per character if they all fit, else UTF-8. */
export function bytesOf(text: string | Buffer): Buffer {
  if (Buffer.isBuffer(text)) return text;
  return Buffer.from(text, /[^\0-\xff]/.test(text) ? "utf8" : "latin1");
}
