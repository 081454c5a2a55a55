/** Sound as one channel of floats. */
export interface Sound {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/** How strongly each tone sounds in a stretch, in dB, by the Goertzel algorithm. */
export function toneLevelsDb(
  sound: Sound,
  {
    atMs,
    lengthMs,
    frequenciesHz,
  }: {
    readonly atMs: number;
    readonly lengthMs: number;
    readonly frequenciesHz: readonly number[];
  },
): number[] {
  const part = stretchOf(sound, { atMs, lengthMs });
  return frequenciesHz.map((frequency) => {
    const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / sound.sampleRateHz);
    let before = 0;
    let last = 0;
    for (const sample of part) {
      const next = sample + coefficient * last - before;
      before = last;
      last = next;
    }
    const power = last * last + before * before - coefficient * last * before;
    return 10 * Math.log10((2 * power) / Math.max(1, part.length) ** 2 + 1e-12);
  });
}

/** The samples of a stretch. */
export function stretchOf(
  { samples, sampleRateHz }: Sound,
  { atMs, lengthMs }: { readonly atMs: number; readonly lengthMs: number },
): Float32Array {
  return samples.subarray(
    Math.round((atMs / 1000) * sampleRateHz),
    Math.round(((atMs + lengthMs) / 1000) * sampleRateHz),
  );
}
