/** A reader of bytes from outside, with what has to be true of whatever it is given. */
export interface FuzzTarget {
  /** Inputs that the protocol has; mutations begin with them and with the saved ones. */
  readonly seeds: readonly (string | Buffer)[];
  /** Words that the format gives a meaning; mutations put them anywhere. */
  readonly words: readonly (string | Buffer)[];
  /** Inputs are cut to this length. */
  readonly mostBytes: number;
  /** Reads the input. Throws when something is not as it has to be; an error that the reader declares is none. */
  readonly run: (input: Buffer) => void | Promise<void>;
}

/** What a target can leave out. */
export const targetDefaults = { words: [], mostBytes: 8 * 1024 } as const;

/** A string of a target as bytes: a character for each byte, unless it has others. */
export function bytesOf(text: string | Buffer): Buffer {
  if (Buffer.isBuffer(text)) return text;
  return Buffer.from(text, /[^\0-\xff]/.test(text) ? "utf8" : "latin1");
}
