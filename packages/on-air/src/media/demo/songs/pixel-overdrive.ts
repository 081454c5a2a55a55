import type { DemoSong } from "../demo-song.ts";
import { chipPatch, oscillator, padPatch } from "../patches.ts";

/** Chip music, C major: three pulse channels, one triangle, one noise, and no patience. */
export const pixelOverdrive: DemoSong = {
  title: "Pixel Overdrive",
  artist: "Eight Bit Courier",
  year: 2026,
  beatsPerMinute: 150,
  seed: 150,
  reverbSize: 0.2,
  echoSteps: 3,
  pitched: {
    bass: {
      patch: {
        ...chipPatch(0.5, 0),
        oscillators: [oscillator("triangle", { level: 0.75 })],
        decayMs: 400,
        cutoffHz: 6000,
        vibratoCents: 0,
      },
      part: { kind: "bass", lowestNote: 36, pattern: "r.o.r.o.r.o.f.o." },
      mix: { gain: 0.6, pumping: 0.2, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    arpeggio: {
      patch: { ...chipPatch(0.125, -0.5), decayMs: 70, sustain: 0.35, vibratoCents: 0 },
      part: { kind: "arpeggio", lowestNote: 60, pattern: "0123012301230123" },
      mix: { gain: 0.62, pumping: 0, reverbSend: 0.05, delaySend: 0.15, chorusMs: 0 },
    },
    counter: {
      patch: { ...chipPatch(0.25, 0.5), decayMs: 120, sustain: 0.3 },
      part: { kind: "arpeggio", lowestNote: 67, pattern: "2..2..1.2..2..3." },
      mix: { gain: 0.5, pumping: 0, reverbSend: 0.05, delaySend: 0.25, chorusMs: 0 },
    },
    lead: {
      patch: chipPatch(0.5, 0.1),
      part: {
        kind: "melody",
        notes:
          "G5/2 E5/2 C5/2 E5/2 G5/4 C6/4 B5/2 A5/2 G5/2 D5/2 G5/8 A5/2 G5/2 E5/2 C5/2 A5/4 C6/4 " +
          "A5/3 G5/3 F5/2 E5/4 D5/4 C6/2 B5/2 G5/2 E5/2 C6/4 E6/4 D6/3 B5/3 G5/2 B5/8 " +
          "A5/2 B5/2 C6/2 E6/2 D6/4 C6/4 F5/2 A5/2 C6/2 A5/2 G5/8",
      },
      mix: { gain: 0.5, pumping: 0, reverbSend: 0.08, delaySend: 0.3, chorusMs: 0 },
    },
    haze: {
      patch: { ...padPatch, cutoffHz: 2200 },
      part: { kind: "chords", lowestNote: 60, everyBars: 1 },
      mix: { gain: 0.4, pumping: 0.6, reverbSend: 0.5, delaySend: 0, chorusMs: 2 },
    },
  },
  drums: {
    kick: {
      drum: "chip-kick",
      pattern: "X...x.x.X...x...",
      mix: { gain: 0.85, pumping: 0, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    snare: {
      drum: "chip-snare",
      pattern: "....X.......X..x",
      mix: { gain: 0.42, pumping: 0, reverbSend: 0.05, delaySend: 0, chorusMs: 0 },
    },
    hat: {
      drum: "chip-hat",
      pattern: "x.o.x.o.x.o.x.oo",
      mix: { gain: 0.2, pumping: 0, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    fill: {
      drum: "chip-snare",
      pattern: `${"................".repeat(3)}........x.xxXxXX`,
      mix: { gain: 0.4, pumping: 0, reverbSend: 0.05, delaySend: 0, chorusMs: 0 },
    },
  },
  sections: [
    { bars: 4, chords: "C G Am F", layers: ["arpeggio", "fill"] },
    { bars: 4, chords: "C G Am F", layers: ["arpeggio", "bass", "kick", "hat", "fill"] },
    {
      bars: 8,
      chords: "C G Am F C G Am F",
      layers: ["arpeggio", "bass", "kick", "snare", "hat", "lead"],
    },
    {
      bars: 8,
      chords: "F G Em Am Dm G C C7",
      layers: ["arpeggio", "bass", "kick", "snare", "hat", "counter", "fill"],
    },
    { bars: 4, chords: "F Em Dm G", layers: ["haze", "counter", "fill"] },
    {
      bars: 8,
      chords: "C G Am F C G Am F",
      layers: ["arpeggio", "bass", "kick", "snare", "hat", "lead", "counter", "haze"],
    },
    { bars: 4, chords: "F G C C", layers: ["arpeggio", "bass", "kick", "snare", "hat"] },
    { bars: 1, chords: "C", layers: ["haze"] },
  ],
  cover: {
    scene: "pixels",
    sky: ["#0a0a2a", "#0a0a2a", "#17175c"],
    sun: ["#fff200", "#ff8a00"],
    line: "#39ff14",
    seed: 5,
  },
};
