/** Mono sound as floats. */
export interface Sound {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/** The level of each tone in a stretch, in dB, by the Goertzel algorithm. */
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
function stretchOf(
  { samples, sampleRateHz }: Sound,
  { atMs, lengthMs }: { readonly atMs: number; readonly lengthMs: number },
): Float32Array {
  return samples.subarray(
    Math.round((atMs / 1000) * sampleRateHz),
    Math.round(((atMs + lengthMs) / 1000) * sampleRateHz),
  );
}

/** Root mean square of a stretch, in dB relative to full scale. */
export function levelDb(
  sound: Sound,
  { atMs, lengthMs }: { readonly atMs: number; readonly lengthMs: number },
): number {
  const part = stretchOf(sound, { atMs, lengthMs });
  let sum = 0;
  for (const sample of part) sum += sample * sample;
  return 10 * Math.log10(sum / Math.max(1, part.length) + 1e-12);
}

/**
 * The leading tone in each window of `windowMs`: the one nearest to its own usual level in this sound, so that a
 * crossfade flips in its middle whatever the two levels. null where nothing is louder than -60 dB.
 */
export function leadingTones(
  sound: Sound,
  {
    frequenciesHz,
    windowMs,
  }: { readonly frequenciesHz: readonly number[]; readonly windowMs: number },
): (number | null)[] {
  const count = Math.floor((sound.samples.length / sound.sampleRateHz) * (1000 / windowMs));
  const windows = Array.from({ length: count }, (_, index) =>
    toneLevelsDb(sound, { atMs: index * windowMs, lengthMs: windowMs, frequenciesHz }),
  );
  const usual = frequenciesHz.map((_, tone) =>
    Math.max(-40, usualLevelDb(windows.map((levels) => levels[tone] ?? -120))),
  );
  return windows.map((levels) => {
    if (Math.max(...levels) < -60) return null;
    const relative = levels.map((level, tone) => level - (usual[tone] ?? 0));
    return frequenciesHz[relative.indexOf(Math.max(...relative))] ?? null;
  });
}

/** The median of the windows near its loudest: a tone that crossfades into itself is 3 dB louder for a moment. */
function usualLevelDb(levels: readonly number[]): number {
  const loudest = Math.max(...levels);
  const near = levels.filter((level) => level > loudest - 6).toSorted((a, b) => a - b);
  return near[Math.floor(near.length / 2)] ?? loudest;
}
