import type { Player } from "../player/player.ts";
import { peakDbOf } from "./spectrum.ts";

const PUBLISH_EVERY_MS = 200;

/** Reads the peak of the sound that is playing and publishes the highest of each fifth of a second. */
export function watchPeak(
  player: Player,
  publish: (peakDb: number | null) => void,
): { readonly sample: () => void; readonly close: () => void } {
  let samples = new Float32Array(0);
  let highestDb: number | null = null;
  const sample = () => {
    const { analyser } = player;
    if (analyser === undefined || player.state.playback.status !== "playing") return;
    if (samples.length !== analyser.fftSize) samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    const peakDb = peakDbOf(samples);
    if (peakDb !== null) highestDb = Math.max(highestDb ?? peakDb, peakDb);
  };
  const timer = setInterval(() => {
    sample();
    publish(highestDb);
    highestDb = null;
  }, PUBLISH_EVERY_MS);
  return { sample, close: () => clearInterval(timer) };
}
