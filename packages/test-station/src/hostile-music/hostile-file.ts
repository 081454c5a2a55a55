/** A file meant to do harm. */
export interface HostileFile {
  /** Unique file name in its folder. */
  readonly name: string;
  /** Made on demand, since all of them together are large. */
  readonly make: () => Buffer;
  /** The required outcome; `either`: depends on how much of the sound is left. */
  readonly expected: "added" | "refused" | "either";
}

/** Sounds hostile files are made from, by file extension. */
export type Sounds = Readonly<Record<SoundKind, Buffer>>;

export const soundKinds = ["mp3", "flac", "wav", "ogg", "opus", "m4a", "aiff"] as const;
export type SoundKind = (typeof soundKinds)[number];
