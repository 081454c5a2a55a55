import type { DemoSong } from "../demo-song.ts";
import { bassPatch, leadPatch, oscillator, padPatch, pianoPatch } from "../patches.ts";

/** Ballad, F sharp minor: electric piano, rain, and the largest gated snare the room allows. */
export const lastTrainHome: DemoSong = {
  title: "Last Train Home",
  artist: "Violet Exit",
  year: 2026,
  beatsPerMinute: 80,
  seed: 80,
  reverbSize: 0.85,
  echoSteps: 4,
  pitched: {
    piano: {
      patch: pianoPatch,
      part: { kind: "arpeggio", lowestNote: 54, pattern: "0-2-1-3-2-1-3-2-" },
      mix: { gain: 0.62, pumping: 0, reverbSend: 0.4, delaySend: 0.15, chorusMs: 3.5 },
    },
    chords: {
      patch: { ...pianoPatch, decayMs: 2600 },
      part: { kind: "chords", lowestNote: 57, everyBars: 1 },
      mix: { gain: 0.36, pumping: 0, reverbSend: 0.4, delaySend: 0, chorusMs: 3.5 },
    },
    pad: {
      patch: { ...padPatch, attackMs: 700, cutoffHz: 950 },
      part: { kind: "chords", lowestNote: 57, everyBars: 1 },
      mix: { gain: 0.36, pumping: 0.35, reverbSend: 0.5, delaySend: 0, chorusMs: 3 },
    },
    bass: {
      patch: {
        ...bassPatch,
        oscillators: [
          oscillator("fm", { level: 0.6, shape: 1 }),
          oscillator("saw", { level: 0.25, detuneCents: 3 }),
        ],
        sustain: 0.7,
        cutoffHz: 700,
        cutoffEnvelopeHz: 600,
      },
      part: { kind: "bass", lowestNote: 30, pattern: "r-----r.f---r.o." },
      mix: { gain: 0.8, pumping: 0.15, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    horn: {
      patch: {
        ...leadPatch,
        oscillators: [
          oscillator("saw", { level: 0.4, detuneCents: -4, pan: -0.15 }),
          oscillator("pulse", { level: 0.22, detuneCents: 4, pan: 0.15, shape: 0.3 }),
        ],
        attackMs: 60,
        cutoffHz: 1200,
        cutoffEnvelopeHz: 900,
        filterDecayMs: 600,
        resonance: 0.25,
        vibratoCents: 26,
      },
      part: {
        kind: "melody",
        notes:
          "C#5/6 B4/2 A4/4 F#4/4 A4/6 B4/2 C#5/8 E5/6 D5/2 C#5/4 A4/4 B4/12 -/4 " +
          "F#5/6 E5/2 C#5/4 A4/4 D5/4 C#5/4 A4/8 C#5/4 E5/4 A5/6 G#5/2 G#5/4 E5/8 -/4",
      },
      mix: { gain: 0.5, pumping: 0, reverbSend: 0.55, delaySend: 0.35, chorusMs: 1 },
    },
  },
  drums: {
    kick: {
      drum: "kick",
      pattern: "X.........x.....",
      mix: { gain: 0.85, pumping: 0, reverbSend: 0.05, delaySend: 0, chorusMs: 0 },
    },
    snare: {
      drum: "gated-snare",
      pattern: "........X.......",
      mix: { gain: 0.95, pumping: 0, reverbSend: 0.3, delaySend: 0, chorusMs: 0 },
    },
    hat: {
      drum: "hat",
      pattern: "x.o.x.o.x.o.x.oo",
      mix: { gain: 0.2, pumping: 0, reverbSend: 0.1, delaySend: 0, chorusMs: 0 },
    },
    toms: {
      drum: "tom-high",
      pattern: `${"................".repeat(3)}..........X.x.X.`,
      mix: { gain: 0.6, pumping: 0, reverbSend: 0.4, delaySend: 0, chorusMs: 0 },
    },
  },
  sections: [
    { bars: 4, chords: "F#m7 Dmaj7 Aadd9 E", layers: ["piano", "toms"] },
    {
      bars: 4,
      chords: "F#m7 Dmaj7 Aadd9 E",
      layers: ["piano", "bass", "kick", "snare", "hat", "toms"],
    },
    {
      bars: 8,
      chords: "F#m7 Dmaj7 Aadd9 E F#m7 Dmaj7 Aadd9 E",
      layers: ["chords", "pad", "bass", "kick", "snare", "hat", "toms", "horn"],
    },
    { bars: 4, chords: "Bm7 C#m7 Dmaj7 Esus4", layers: ["piano", "pad", "bass", "toms"] },
    { bars: 4, chords: "F#m7 Dmaj7 E F#m7", layers: ["piano", "pad", "bass", "kick", "snare"] },
  ],
  cover: {
    scene: "skyline",
    sky: ["#0c0a1f", "#2a1f5e", "#7a4fd0"],
    sun: ["#f7e9ff", "#c79bff"],
    line: "#ff9df0",
    seed: 6,
  },
};
