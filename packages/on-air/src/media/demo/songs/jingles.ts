import type { DemoSong } from "../demo-song.ts";
import { bassPatch, bellPatch, leadPatch, padPatch, pluckPatch } from "../patches.ts";

const quiet = { pumping: 0, delaySend: 0, chorusMs: 0 };

/** A station ident: four rising bells on a wide chord. */
export const signalLock: DemoSong = {
  title: "Signal Lock",
  artist: "Station ident",
  year: 2026,
  beatsPerMinute: 96,
  seed: 961,
  reverbSize: 0.7,
  echoSteps: 3,
  pitched: {
    pad: {
      patch: { ...padPatch, attackMs: 60, cutoffHz: 2200 },
      part: { kind: "chords", lowestNote: 57, everyBars: 1 },
      mix: { ...quiet, gain: 0.6, reverbSend: 0.4, chorusMs: 2.2 },
    },
    bells: {
      patch: bellPatch,
      part: { kind: "melody", notes: "A4/2 C5/2 E5/2 B5/10" },
      mix: { ...quiet, gain: 0.8, reverbSend: 0.45, delaySend: 0.35 },
    },
    bass: {
      patch: bassPatch,
      part: { kind: "bass", lowestNote: 33, pattern: "r.....r---------" },
      mix: { ...quiet, gain: 0.6, reverbSend: 0 },
    },
  },
  drums: {
    crash: {
      drum: "crash",
      pattern: "......X.........",
      mix: { ...quiet, gain: 0.3, reverbSend: 0.2 },
    },
  },
  sections: [{ bars: 1, chords: "Am", layers: ["pad", "bells", "bass", "crash"] }],
  cover: {
    scene: "moon-sea",
    sky: ["#07051c", "#1a1252", "#5b2a9d"],
    sun: ["#f4f1ff", "#9b7bff"],
    line: "#22e6ff",
    seed: 961,
  },
};

/** A sweeper: a run of plucks into a stab with a gated snare. */
export const neonSweep: DemoSong = {
  title: "Neon Sweep",
  artist: "Station ident",
  year: 2026,
  beatsPerMinute: 124,
  seed: 1241,
  reverbSize: 0.5,
  echoSteps: 2,
  pitched: {
    run: {
      patch: pluckPatch,
      part: { kind: "arpeggio", lowestNote: 57, pattern: "01234567........" },
      mix: { ...quiet, gain: 0.75, reverbSend: 0.25, delaySend: 0.4 },
    },
    stab: {
      patch: leadPatch,
      part: { kind: "melody", notes: "-/8 E5/2 G5/2 A5/4" },
      mix: { ...quiet, gain: 0.7, reverbSend: 0.35, delaySend: 0.3, chorusMs: 1.5 },
    },
    bass: {
      patch: bassPatch,
      part: { kind: "bass", lowestNote: 33, pattern: "r.r.r.r.r-o-r---" },
      mix: { ...quiet, gain: 0.7, reverbSend: 0 },
    },
  },
  drums: {
    snare: {
      drum: "gated-snare",
      pattern: "........X.X.X...",
      mix: { ...quiet, gain: 0.6, reverbSend: 0.12 },
    },
    kick: {
      drum: "kick",
      pattern: "X...X...X...X...",
      mix: { ...quiet, gain: 0.85, reverbSend: 0 },
    },
  },
  sections: [{ bars: 1, chords: "Am", layers: ["run", "stab", "bass", "snare", "kick"] }],
  cover: {
    scene: "sun-road",
    sky: ["#12032b", "#4b0f5c", "#ff5da2"],
    sun: ["#fff09b", "#ff3d81"],
    line: "#39ffd0",
    seed: 1241,
  },
};
