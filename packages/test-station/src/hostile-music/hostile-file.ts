/** A file that is meant to do harm. */
export interface HostileFile {
  /** Of the file in its folder; no other has it. */
  readonly name: string;
  /** Made when it is needed, since all together are large. */
  readonly make: () => Buffer;
  /** What has to become of it; `either`: that depends on how much of its sound is left. */
  readonly expected: "added" | "refused" | "either";
}

/** Sounds that hostile files are made of, by the ending of their names. */
export type Sounds = Readonly<Record<SoundKind, Buffer>>;

export const soundKinds = ["mp3", "flac", "wav", "ogg", "opus", "m4a", "aiff"] as const;
export type SoundKind = (typeof soundKinds)[number];
