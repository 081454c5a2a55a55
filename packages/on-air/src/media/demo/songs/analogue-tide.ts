import type { DemoSong } from "../demo-song.ts";
import { bassPatch, bellPatch, padPatch } from "../patches.ts";

/** Ambient, D Lydian: no drums, two slow chords of light, bells far out on the water. */
export const analogueTide: DemoSong = {
  title: "Analogue Tide",
  artist: "Sleeping Satellites",
  year: 2026,
  beatsPerMinute: 66,
  seed: 66,
  reverbSize: 0.97,
  echoSteps: 6,
  pitched: {
    pad: {
      patch: {
        ...padPatch,
        attackMs: 1800,
        releaseMs: 2600,
        cutoffHz: 750,
        cutoffEnvelopeHz: 700,
        filterDecayMs: 4000,
        resonance: 0.3,
      },
      part: { kind: "chords", lowestNote: 54, everyBars: 2 },
      mix: { gain: 0.5, pumping: 0, reverbSend: 0.7, delaySend: 0, chorusMs: 4 },
    },
    deep: {
      patch: {
        ...bassPatch,
        attackMs: 700,
        releaseMs: 1200,
        sustain: 0.9,
        cutoffHz: 180,
        cutoffEnvelopeHz: 0,
      },
      part: { kind: "bass", lowestNote: 33, pattern: "r---------------f---------------" },
      mix: { gain: 0.5, pumping: 0, reverbSend: 0.1, delaySend: 0, chorusMs: 0 },
    },
    bells: {
      patch: bellPatch,
      part: { kind: "arpeggio", lowestNote: 66, pattern: "4...2...5.....3.6...1...4......." },
      mix: { gain: 0.34, pumping: 0, reverbSend: 0.8, delaySend: 0.6, chorusMs: 0 },
    },
    air: {
      patch: {
        ...padPatch,
        attackMs: 2500,
        releaseMs: 3000,
        cutoffHz: 2600,
        vibratoCents: 8,
      },
      part: {
        kind: "melody",
        notes: "A5/24 F#5/8 G#5/20 E5/12 F#5/24 C#5/8 E5/20 D5/12",
      },
      mix: { gain: 0.2, pumping: 0, reverbSend: 0.9, delaySend: 0.5, chorusMs: 3 },
    },
  },
  drums: {
    heart: {
      drum: "soft-kick",
      pattern: "x.....o.........",
      mix: { gain: 0.45, pumping: 0, reverbSend: 0.25, delaySend: 0, chorusMs: 0 },
    },
  },
  sections: [
    { bars: 4, chords: "Dmaj9 Dmaj9 Esus4 Esus4", layers: ["pad", "bells"] },
    { bars: 4, chords: "Dmaj9 Dmaj9 Bm9 Bm9", layers: ["pad", "bells", "deep"] },
    {
      bars: 4,
      chords: "Dmaj9 Dmaj9 Esus4 Esus4",
      layers: ["pad", "bells", "deep", "air", "heart"],
    },
    { bars: 4, chords: "Bm9 Bm9 F#m7 F#m7", layers: ["pad", "deep", "air", "heart"] },
    { bars: 4, chords: "Dmaj9 Dmaj9 Aadd9 Aadd9", layers: ["pad", "bells"] },
  ],
  cover: {
    scene: "moon-sea",
    sky: ["#020814", "#06304a", "#1aa6a0"],
    sun: ["#f4fffb", "#9fe8ff"],
    line: "#7fffe0",
    seed: 2,
  },
};
