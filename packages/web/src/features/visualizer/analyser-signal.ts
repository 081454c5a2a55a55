import { LEVEL_BANDS } from "@neonrelay/contract/callers";
import type { Player } from "../player/index.ts";
import type { SignalFrame, SignalSource } from "./signal-frame.ts";
import { fillBandHeights, peakDbOf, rmsDbOf } from "./spectrum.ts";

/** Reads the sound that this browser plays. */
export function createAnalyserSignal(player: Player): SignalSource {
  const bands = new Float32Array(LEVEL_BANDS);
  let decibels = new Float32Array(0);
  let samples = new Float32Array(0);
  let channel = new Float32Array(0);
  const rmsOf = (analyser: AnalyserNode): number | null => {
    if (channel.length !== analyser.fftSize) channel = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(channel);
    return rmsDbOf(channel);
  };
  return {
    read: (): SignalFrame | undefined => {
      const { meters } = player;
      if (meters === undefined || player.state.playback.status !== "playing") return undefined;
      const { analyser, left, right } = meters;
      if (samples.length !== analyser.fftSize) {
        samples = new Float32Array(analyser.fftSize);
        decibels = new Float32Array(analyser.frequencyBinCount);
      }
      analyser.getFloatFrequencyData(decibels);
      analyser.getFloatTimeDomainData(samples);
      fillBandHeights(bands, { decibels, sampleRateHz: analyser.context.sampleRate });
      return {
        bands,
        samples,
        rmsLeftDb: rmsOf(left),
        rmsRightDb: rmsOf(right),
        peakDb: peakDbOf(samples),
      };
    },
  };
}
