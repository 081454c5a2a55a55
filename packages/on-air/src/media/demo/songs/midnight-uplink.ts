import type { DemoSong } from "../demo-song.ts";
import { bassPatch, leadPatch, padPatch, pluckPatch } from "../patches.ts";

/** Outrun, A minor: driving octave bass, gated snare, a lead that wants to be somewhere else. */
export const midnightUplink: DemoSong = {
  title: "Midnight Uplink",
  artist: "Vector Harbour",
  year: 2026,
  beatsPerMinute: 118,
  seed: 118,
  reverbSize: 0.62,
  echoSteps: 3,
  pitched: {
    bass: {
      patch: bassPatch,
      part: { kind: "bass", lowestNote: 33, pattern: "r.r.o.r.r.r.o.f." },
      mix: { gain: 0.75, pumping: 0.45, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    pad: {
      patch: { ...padPatch, cutoffHz: 1700 },
      part: { kind: "chords", lowestNote: 57, everyBars: 1 },
      mix: { gain: 0.55, pumping: 0.75, reverbSend: 0.35, delaySend: 0, chorusMs: 2.4 },
    },
    arpeggio: {
      patch: pluckPatch,
      part: { kind: "arpeggio", lowestNote: 57, pattern: "0121314120132142" },
      mix: { gain: 0.6, pumping: 0.3, reverbSend: 0.25, delaySend: 0.45, chorusMs: 0 },
    },
    lead: {
      patch: leadPatch,
      part: {
        kind: "melody",
        notes:
          "E5/6 D5/2 C5/4 A4/4 C5/6 A4/2 F4/8 G4/4 C5/4 E5/4 G5/4 F#5/2 G5/2 D5/8 -/4 " +
          "A5/6 G5/2 E5/4 C5/4 D5/4 C5/4 A4/8 C5/4 E5/4 D5/6 C5/2 B4/12 -/4",
      },
      mix: { gain: 0.6, pumping: 0.1, reverbSend: 0.4, delaySend: 0.4, chorusMs: 1.5 },
    },
  },
  drums: {
    kick: {
      drum: "kick",
      pattern: "X...X...X...X...",
      mix: { gain: 0.95, pumping: 0, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    snare: {
      drum: "gated-snare",
      pattern: "....X.......X...",
      mix: { gain: 0.62, pumping: 0, reverbSend: 0.12, delaySend: 0, chorusMs: 0 },
    },
    hat: {
      drum: "hat",
      pattern: "o.xoo.xoo.xoo.xx",
      mix: { gain: 0.3, pumping: 0, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    toms: {
      drum: "tom-low",
      pattern: `${"................".repeat(3)}..........x.xxXX`,
      mix: { gain: 0.6, pumping: 0, reverbSend: 0.2, delaySend: 0, chorusMs: 0 },
    },
    crash: {
      drum: "crash",
      pattern: `X...............${"................".repeat(7)}`,
      mix: { gain: 0.35, pumping: 0, reverbSend: 0.2, delaySend: 0, chorusMs: 0 },
    },
  },
  sections: [
    { bars: 4, chords: "Am F C G", layers: ["pad", "arpeggio"] },
    { bars: 4, chords: "Am F C G", layers: ["pad", "arpeggio", "bass", "hat", "kick", "toms"] },
    {
      bars: 8,
      chords: "Am F C G Am F C Em",
      layers: ["pad", "arpeggio", "bass", "kick", "snare", "hat", "crash", "lead"],
    },
    { bars: 4, chords: "Dm Am F G", layers: ["pad", "arpeggio", "toms"] },
    {
      bars: 8,
      chords: "Am F C G Am F C Em",
      layers: ["pad", "arpeggio", "bass", "kick", "snare", "hat", "crash", "lead", "toms"],
    },
    { bars: 4, chords: "Am F C Am", layers: ["pad", "arpeggio", "bass", "crash"] },
  ],
  cover: {
    scene: "sun-road",
    sky: ["#0b0524", "#3a0f5c", "#ff3d81"],
    sun: ["#ffe66b", "#ff2975"],
    line: "#22e6ff",
    seed: 1,
  },
};
