import type { SignalSource } from "./signal-frame.ts";

/** An analyser keeps 43 ms at 48 kHz, so no sample is missed. */
const SAMPLE_EVERY_MS = 40;
const SAMPLES_A_PUBLICATION = 5;

/** Reads the peak of the shown sound and publishes the maximum every fifth of a second; null without a signal. */
export function watchPeak(
  signal: SignalSource,
  publish: (peakDb: number | null) => void,
): { readonly close: () => void } {
  let highestDb: number | null = null;
  let taken = 0;
  const timer = setInterval(() => {
    const peakDb = signal.read()?.peakDb ?? null;
    if (peakDb !== null) highestDb = Math.max(highestDb ?? peakDb, peakDb);
    taken += 1;
    if (taken % SAMPLES_A_PUBLICATION !== 0) return;
    publish(highestDb);
    highestDb = null;
  }, SAMPLE_EVERY_MS);
  return { close: () => clearInterval(timer) };
}
