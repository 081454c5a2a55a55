import type { Player } from "../player/player.ts";
import { peakDbOf } from "./spectrum.ts";

/** The analyser keeps 43 ms at 48 kHz, so that no sample goes unseen. */
const SAMPLE_EVERY_MS = 40;
const SAMPLES_A_PUBLICATION = 5;

/** Reads the peak of the sound that is playing and publishes the highest of each fifth of a second. */
export function watchPeak(
  player: Player,
  publish: (peakDb: number | null) => void,
): { readonly close: () => void } {
  let samples = new Float32Array(0);
  let highestDb: number | null = null;
  let taken = 0;
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
    taken += 1;
    if (taken % SAMPLES_A_PUBLICATION !== 0) return;
    publish(highestDb);
    highestDb = null;
  }, SAMPLE_EVERY_MS);
  return { close: () => clearInterval(timer) };
}
