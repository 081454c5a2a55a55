import { expect, test } from "vitest";
import { DcFilter } from "./dc-filter.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";

/** One second: a tone in both channels, each with its own offset. */
function filtered(hz: number, offsets: readonly [number, number]): Float32Array {
  const pcm = new Float32Array(SAMPLE_RATE_HZ * CHANNELS);
  for (let at = 0; at < pcm.length; at += 1) {
    const t = Math.floor(at / CHANNELS) / SAMPLE_RATE_HZ;
    pcm[at] = 0.25 * Math.sin(2 * Math.PI * hz * t) + (offsets[at % CHANNELS] ?? 0);
  }
  const filter = new DcFilter();
  for (let from = 0; from < pcm.length; from += 2048) filter.apply(pcm.subarray(from, from + 2048));
  return pcm;
}

const highest = (pcm: Float32Array, from: number, to: number): number =>
  pcm
    .subarray(from * CHANNELS, to * CHANNELS)
    .reduce((most, value) => Math.max(most, Math.abs(value)), 0);

test("[P94] the filter removes each channel's offset from the first sample, and a tone keeps its level", () => {
  const pcm = filtered(441, [0.3, -0.2]);

  expect(highest(pcm, 0, 2000)).toBeLessThan(0.27);
  expect(highest(pcm, SAMPLE_RATE_HZ / 2, SAMPLE_RATE_HZ)).toBeCloseTo(0.25, 2);
});

test("[P94] barely audible low frequencies pass", () => {
  expect(highest(filtered(30, [0, 0]), SAMPLE_RATE_HZ / 2, SAMPLE_RATE_HZ)).toBeGreaterThan(0.245);
});
