const naturalNotes: Readonly<Record<string, number>> = {
  C: 0,
  D: 2,
  E: 4,
  F: 5,
  G: 7,
  A: 9,
  B: 11,
};

const chordIntervals: Readonly<Record<string, readonly number[]>> = {
  "": [0, 4, 7],
  m: [0, 3, 7],
  "5": [0, 7],
  maj7: [0, 4, 7, 11],
  maj9: [0, 4, 7, 11, 14],
  m7: [0, 3, 7, 10],
  m9: [0, 3, 7, 10, 14],
  "7": [0, 4, 7, 10],
  add9: [0, 4, 7, 14],
  sus4: [0, 5, 7],
  sus2: [0, 2, 7],
  "m/b6": [0, 3, 7, 8],
};

export interface Chord {
  /** Pitch class of the root, 0 (C) to 11. */
  readonly root: number;
  /** Semitones above the root, lowest first. */
  readonly intervals: readonly number[];
}

/** Reads `Am`, `F#maj7`, `Bbsus4`. */
export function parseChord(name: string): Chord {
  const match = /^([A-G])([#b]?)(.*)$/.exec(name);
  const intervals = chordIntervals[match?.[3] ?? "?"];
  if (match === null || intervals === undefined) throw new Error(`unknown chord ${name}`);
  return { root: pitchClass(match[1], match[2]), intervals };
}

/** MIDI number of `A4` (69), `F#3`, `Bb5`. */
export function parseNote(name: string): number {
  const match = /^([A-G])([#b]?)(-?\d)$/.exec(name);
  if (match === null) throw new Error(`unknown note ${name}`);
  return pitchClass(match[1], match[2]) + 12 * (Number(match[3]) + 1);
}

/**
 * The chord's tones, each in the octave above `lowestNote`, so that consecutive chords move by small steps.
 * @returns MIDI numbers, lowest first
 */
export function voiceChord(chord: Chord, lowestNote: number): readonly number[] {
  return chord.intervals
    .map((interval) => noteAtOrAbove(chord.root + interval, lowestNote))
    .sort((a, b) => a - b);
}

/** The note of this pitch class in the octave starting at `lowestNote`. */
export function noteAtOrAbove(pitch: number, lowestNote: number): number {
  return lowestNote + ((((pitch - lowestNote) % 12) + 12) % 12);
}

export function frequencyHz(midiNote: number): number {
  return 440 * 2 ** ((midiNote - 69) / 12);
}

function pitchClass(letter: string | undefined, accidental: string | undefined): number {
  const natural = naturalNotes[letter ?? ""] ?? 0;
  return (natural + (accidental === "#" ? 1 : accidental === "b" ? 11 : 0)) % 12;
}
