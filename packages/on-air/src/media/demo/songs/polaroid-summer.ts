import type { DemoSong } from "../demo-song.ts";
import { bassPatch, bellPatch, leadPatch, oscillator, padPatch, pluckPatch } from "../patches.ts";

/** Dreamwave, E major with sevenths: warm plucks, much chorus, a beach that may never have been. */
export const polaroidSummer: DemoSong = {
  title: "Polaroid Summer",
  artist: "Coral Static",
  year: 2026,
  beatsPerMinute: 98,
  seed: 98,
  reverbSize: 0.8,
  echoSteps: 3,
  pitched: {
    bass: {
      patch: {
        ...bassPatch,
        oscillators: [
          oscillator("triangle", { level: 0.7 }),
          oscillator("saw", { level: 0.25, detuneCents: 4 }),
        ],
        sustain: 0.75,
        cutoffHz: 420,
        cutoffEnvelopeHz: 500,
      },
      part: { kind: "bass", lowestNote: 28, pattern: "r--r..r.o-.rf-o." },
      mix: { gain: 0.7, pumping: 0.3, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    pad: {
      patch: { ...padPatch, cutoffHz: 1100, attackMs: 250 },
      part: { kind: "chords", lowestNote: 56, everyBars: 1 },
      mix: { gain: 0.42, pumping: 0.85, reverbSend: 0.5, delaySend: 0, chorusMs: 4.5 },
    },
    plucks: {
      patch: { ...pluckPatch, cutoffEnvelopeHz: 2000, decayMs: 220, releaseMs: 260 },
      part: { kind: "arpeggio", lowestNote: 64, pattern: "0.2.3..2.4.2.3.." },
      mix: { gain: 0.65, pumping: 0.2, reverbSend: 0.45, delaySend: 0.55, chorusMs: 3 },
    },
    sparkle: {
      patch: { ...bellPatch, decayMs: 450, releaseMs: 500 },
      part: { kind: "arpeggio", lowestNote: 76, pattern: "......4.......3.......5...4...2." },
      mix: { gain: 0.22, pumping: 0, reverbSend: 0.6, delaySend: 0.5, chorusMs: 0 },
    },
    lead: {
      patch: {
        ...leadPatch,
        oscillators: [
          oscillator("triangle", { level: 0.5, pan: -0.2 }),
          oscillator("pulse", { level: 0.2, detuneCents: 7, pan: 0.3, shape: 0.35 }),
        ],
        attackMs: 35,
        cutoffHz: 1900,
        cutoffEnvelopeHz: 900,
      },
      part: {
        kind: "melody",
        notes:
          "G#5/6 F#5/2 E5/4 B4/4 -/2 C#5/2 E5/4 G#5/8 F#5/6 E5/2 C#5/8 -/4 B4/4 D#5/4 F#5/4 " +
          "B5/6 G#5/2 F#5/4 E5/4 -/2 E5/2 F#5/4 G#5/8 A5/4 G#5/4 E5/4 C#5/4 F#5/12 -/4",
      },
      mix: { gain: 0.5, pumping: 0, reverbSend: 0.5, delaySend: 0.45, chorusMs: 2.5 },
    },
  },
  drums: {
    kick: {
      drum: "kick",
      pattern: "X.....x.X.......",
      mix: { gain: 0.8, pumping: 0, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    clap: {
      drum: "clap",
      pattern: "....x.......x...",
      mix: { gain: 0.75, pumping: 0, reverbSend: 0.35, delaySend: 0.1, chorusMs: 0 },
    },
    hat: {
      drum: "hat",
      pattern: "o.o.o.ooo.o.o.xo",
      mix: { gain: 0.26, pumping: 0, reverbSend: 0.05, delaySend: 0, chorusMs: 0 },
    },
    openHat: {
      drum: "open-hat",
      pattern: "..............o.",
      mix: { gain: 0.2, pumping: 0, reverbSend: 0.1, delaySend: 0, chorusMs: 0 },
    },
  },
  sections: [
    { bars: 4, chords: "Emaj7 C#m7 Amaj7 Bsus4", layers: ["plucks", "pad"] },
    {
      bars: 8,
      chords: "Emaj7 C#m7 Amaj7 Bsus4 Emaj7 G#m7 Amaj7 B",
      layers: ["plucks", "pad", "bass", "kick", "hat", "clap"],
    },
    {
      bars: 8,
      chords: "Emaj7 C#m7 Amaj7 B Emaj7 C#m7 Amaj7 B",
      layers: ["plucks", "pad", "bass", "kick", "clap", "hat", "openHat", "lead", "sparkle"],
    },
    { bars: 4, chords: "Amaj7 G#m7 F#m9 Bsus4", layers: ["pad", "sparkle", "bass"] },
    {
      bars: 4,
      chords: "Emaj7 C#m7 Amaj7 B",
      layers: ["plucks", "pad", "bass", "kick", "clap", "hat", "openHat", "lead", "sparkle"],
    },
    { bars: 2, chords: "Amaj7 Emaj7", layers: ["plucks", "pad", "sparkle"] },
  ],
  cover: {
    scene: "beach",
    sky: ["#2b1055", "#d53a9d", "#ffb86b"],
    sun: ["#fff3c4", "#ff7eb6"],
    line: "#ffd1f7",
    seed: 4,
  },
};
