/** What the samples of a track show beside their loudness. */
export interface ChannelFacts {
  /** Highest sample of each channel; 1 is full scale. */
  readonly peakLeft: number;
  readonly peakRight: number;
  /** Level of what the channels differ in, from that of what they share, in dB; -Infinity: they are the same. */
  readonly differenceDb: number;
  /** Times that a channel stays at full scale for some samples. */
  readonly clippedRuns: number;
  /** Where the first of them is, in samples; null without one. */
  readonly firstClipSample: number | null;
  /** Loudest 10 ms of the last 60, in LUFS without weighting; -Infinity for digital silence. */
  readonly endLufs: number;
}

export interface ChannelMeter {
  /** Takes interleaved stereo in any block size. The array is not kept. */
  add(interleaved: Float32Array): void;
  facts(): ChannelFacts;
}

/** -0.01 dBFS: what programs that limit leave below is no clipping. */
const FULL_SCALE = 0.999;
/** A peak of music touches full scale for a sample or two. */
const SHORTEST_RUN = 4;
const END_PIECES = 6;
const PIECES_PER_SECOND = 100;

/** Watches stereo sound while it is decoded, in one pass and without keeping it. */
export function createChannelMeter(sampleRateHz: number): ChannelMeter {
  const pieceSamples = Math.round(sampleRateHz / PIECES_PER_SECOND);
  const runs = [0, 0];
  let peakLeft = 0;
  let peakRight = 0;
  let difference = 0;
  let shared = 0;
  let clippedRuns = 0;
  let firstClipSample: number | null = null;
  let sampleCount = 0;
  let pieceEnergy = 0;
  let inPiece = 0;
  const ends: number[] = [];
  const noteRun = (channel: number, level: number): void => {
    const run = level >= FULL_SCALE ? (runs[channel] ?? 0) + 1 : 0;
    runs[channel] = run;
    if (run !== SHORTEST_RUN) return;
    clippedRuns += 1;
    firstClipSample ??= sampleCount + 1 - SHORTEST_RUN;
  };
  return {
    add: (interleaved) => {
      for (let at = 0; at + 1 < interleaved.length; at += 2) {
        const left = interleaved[at] ?? 0;
        const right = interleaved[at + 1] ?? 0;
        const levelLeft = Math.abs(left);
        const levelRight = Math.abs(right);
        if (levelLeft > peakLeft) peakLeft = levelLeft;
        if (levelRight > peakRight) peakRight = levelRight;
        difference += (left - right) ** 2;
        shared += (left + right) ** 2;
        if (levelLeft >= FULL_SCALE || runs[0] !== 0) noteRun(0, levelLeft);
        if (levelRight >= FULL_SCALE || runs[1] !== 0) noteRun(1, levelRight);
        pieceEnergy += left ** 2 + right ** 2;
        sampleCount += 1;
        inPiece += 1;
        if (inPiece < pieceSamples) continue;
        ends.push(pieceEnergy / inPiece);
        if (ends.length > END_PIECES) ends.shift();
        pieceEnergy = 0;
        inPiece = 0;
      }
    },
    facts: () => ({
      peakLeft,
      peakRight,
      differenceDb: shared === 0 ? 0 : 10 * Math.log10(difference / shared),
      clippedRuns,
      firstClipSample,
      endLufs: -0.691 + 10 * Math.log10(Math.max(0, ...ends)),
    }),
  };
}
