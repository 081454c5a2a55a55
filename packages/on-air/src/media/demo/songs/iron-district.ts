import type { DemoSong } from "../demo-song.ts";
import { bassPatch, leadPatch, oscillator, padPatch } from "../patches.ts";

/** Darksynth, E Phrygian: a galloping distorted bass, a hammer for a kick, brass from the wrong side of town. */
export const ironDistrict: DemoSong = {
  title: "Iron District",
  artist: "Null Cathedral",
  year: 2026,
  beatsPerMinute: 132,
  seed: 132,
  reverbSize: 0.45,
  echoSteps: 3,
  pitched: {
    bass: {
      patch: {
        ...bassPatch,
        oscillators: [
          oscillator("saw", { detuneCents: -14, level: 0.5, pan: -0.3 }),
          oscillator("saw", { detuneCents: 14, level: 0.5, pan: 0.3 }),
          oscillator("pulse", { octave: -1, level: 0.4, shape: 0.5 }),
        ],
        cutoffHz: 500,
        cutoffEnvelopeHz: 3200,
        filterDecayMs: 70,
        drive: 4,
      },
      part: { kind: "bass", lowestNote: 28, pattern: "r.rrr.rrr.rrr.of" },
      mix: { gain: 0.62, pumping: 0.7, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    stabs: {
      patch: {
        ...padPatch,
        attackMs: 6,
        decayMs: 260,
        sustain: 0.3,
        releaseMs: 160,
        cutoffHz: 1200,
        cutoffEnvelopeHz: 3000,
        filterDecayMs: 160,
        drive: 2,
      },
      part: { kind: "arpeggio", lowestNote: 52, pattern: "0--...0-..0--..." },
      mix: { gain: 0.45, pumping: 0.3, reverbSend: 0.3, delaySend: 0.3, chorusMs: 1.5 },
    },
    choir: {
      patch: { ...padPatch, attackMs: 500, cutoffHz: 900, resonance: 0.35 },
      part: { kind: "chords", lowestNote: 52, everyBars: 2 },
      mix: { gain: 0.5, pumping: 0.6, reverbSend: 0.5, delaySend: 0, chorusMs: 3 },
    },
    lead: {
      patch: { ...leadPatch, drive: 3.5, cutoffHz: 1900, resonance: 0.3, vibratoCents: 22 },
      part: {
        kind: "melody",
        notes:
          "E5/3 F5/3 E5/2 B4/8 E5/3 F5/3 G5/2 F5/8 A5/3 G5/3 F5/2 E5/4 F5/4 D#5/12 -/4 " +
          "B4/3 C5/3 E5/2 F5/8 G5/3 F5/3 E5/2 C5/8 D5/6 C5/2 B4/4 C5/4 B4/12 -/4",
      },
      mix: { gain: 0.36, pumping: 0.2, reverbSend: 0.25, delaySend: 0.35, chorusMs: 0 },
    },
  },
  drums: {
    kick: {
      drum: "hard-kick",
      pattern: "X...X...X...X.x.",
      mix: { gain: 1, pumping: 0, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    slowKick: {
      drum: "hard-kick",
      pattern: "X.........x.....",
      mix: { gain: 1, pumping: 0, reverbSend: 0.2, delaySend: 0, chorusMs: 0 },
    },
    snare: {
      drum: "snare",
      pattern: "....X.......X..o",
      mix: { gain: 0.7, pumping: 0, reverbSend: 0.25, delaySend: 0, chorusMs: 0 },
    },
    hat: {
      drum: "open-hat",
      pattern: "..x...x...x...x.",
      mix: { gain: 0.26, pumping: 0, reverbSend: 0, delaySend: 0, chorusMs: 0 },
    },
    crash: {
      drum: "crash",
      pattern: `X...............${"................".repeat(7)}`,
      mix: { gain: 0.34, pumping: 0, reverbSend: 0.2, delaySend: 0, chorusMs: 0 },
    },
    riser: {
      drum: "riser",
      pattern: `${"................".repeat(2)}............x...................`,
      mix: { gain: 0.6, pumping: 0, reverbSend: 0.3, delaySend: 0, chorusMs: 0 },
    },
  },
  sections: [
    { bars: 4, chords: "Em Em F F", layers: ["choir", "slowKick", "riser"] },
    { bars: 4, chords: "Em Em F D", layers: ["bass", "kick", "hat", "crash"] },
    {
      bars: 8,
      chords: "Em Em F F G G F D#",
      layers: ["bass", "kick", "snare", "hat", "stabs", "crash"],
    },
    {
      bars: 8,
      chords: "Em Em F F Am Am F B",
      layers: ["bass", "kick", "snare", "hat", "stabs", "choir", "lead", "crash"],
    },
    { bars: 4, chords: "Em Em F F", layers: ["choir", "slowKick", "stabs", "riser"] },
    {
      bars: 8,
      chords: "Em Em F F Am Am F B",
      layers: ["bass", "kick", "snare", "hat", "stabs", "choir", "lead", "crash"],
    },
    { bars: 2, chords: "Em Em", layers: ["bass", "slowKick", "choir", "crash"] },
  ],
  cover: {
    scene: "towers",
    sky: ["#050305", "#2a0509", "#b3121d"],
    sun: ["#ff5a36", "#8a0714"],
    line: "#ff2b2b",
    seed: 3,
  },
};
