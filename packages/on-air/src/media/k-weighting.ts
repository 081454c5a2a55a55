interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Adds the weighted power of `count` samples of one channel to `power`. */
type Weighting = (samples: Float64Array, power: Float64Array, count: number) => void;

/** The K-weighting of BS.1770 for any sample rate: a shelf for the head, a high-pass for the lows. */
export function createWeighting(sampleRateHz: number): Weighting {
  const shelf = headShelf(sampleRateHz);
  const highPass = lowCut(sampleRateHz);
  const state = { s1: 0, s2: 0, h1: 0, h2: 0 };
  return (samples, power, count) => {
    // State that outlives a call is slow to write, so write it once per call.
    let { s1, s2, h1, h2 } = state;
    for (let at = 0; at < count; at += 1) {
      // 1e-18 keeps the filters out of denormal numbers in silence, which cost a hundred times more.
      const input = (samples[at] ?? 0) + 1e-18;
      const shelved = shelf.b0 * input + s1;
      s1 = shelf.b1 * input - shelf.a1 * shelved + s2;
      s2 = shelf.b2 * input - shelf.a2 * shelved;
      const weighted = highPass.b0 * shelved + h1;
      h1 = highPass.b1 * shelved - highPass.a1 * weighted + h2;
      h2 = highPass.b2 * shelved - highPass.a2 * weighted;
      power[at] = (power[at] ?? 0) + weighted * weighted;
    }
    Object.assign(state, { s1, s2, h1, h2 });
  };
}

function headShelf(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (vh + (vb * k) / q + k * k) / a0,
    b1: (2 * (k * k - vh)) / a0,
    b2: (vh - (vb * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

function lowCut(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
