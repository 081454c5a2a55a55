/** What a track's samples show besides their loudness. */
export interface ChannelFacts {
  /** Highest sample of each channel; 1 is full scale. */
  readonly peakLeft: number;
  readonly peakRight: number;
  /** Level of the channels' difference relative to their sum, in dB; -Infinity: they are the same. */
  readonly differenceDb: number;
  /** How often a channel stays flat at full scale, or above, for some samples. */
  readonly clippedRuns: number;
  /** Where the first such run is, in samples; null if none. */
  readonly firstClipSample: number | null;
  /** Loudest 10 ms of the last 60, in unweighted LUFS; -Infinity for digital silence. */
  readonly endLufs: number;
  /** Mean of all samples, of the channel where it is further from 0. */
  readonly dcOffset: number;
}

interface ChannelMeter {
  /** Takes interleaved stereo in any block size. The array is not kept. */
  add(interleaved: Float32Array): void;
  facts(): ChannelFacts;
}

/** -0.01 dBFS: limiters that stop below that don't clip. */
const FULL_SCALE = 0.999;
/** A peak of music touches full scale for a sample or two. */
const SHORTEST_RUN = 4;
/** Clipped sound stays about this flat even in lossy files. Sound that merely exceeds full scale is round there. */
const FLAT_SHARE = 0.02;
const END_PIECES = 6;
const PIECES_PER_SECOND = 100;

/** Measures stereo sound while it is decoded, in one pass and without keeping it. */
export function createChannelMeter(sampleRateHz: number): ChannelMeter {
  const pieceSamples = Math.round(sampleRateHz / PIECES_PER_SECOND);
  const left = createClipCount();
  const right = createClipCount();
  const sums = { left: 0, right: 0, both: 0, peakLeft: 0, peakRight: 0, dcLeft: 0, dcRight: 0 };
  let sampleCount = 0;
  let pieceEnergy = 0;
  let inPiece = 0;
  const ends: number[] = [];
  const endPiece = (energy: number): void => {
    pieceEnergy += energy;
    if (inPiece < pieceSamples) return;
    ends.push(pieceEnergy / inPiece);
    if (ends.length > END_PIECES) ends.shift();
    pieceEnergy = 0;
    inPiece = 0;
  };
  return {
    add: (interleaved) => {
      const samples = interleaved.length >> 1;
      for (let from = 0; from < samples;) {
        const count = Math.min(samples - from, pieceSamples - inPiece);
        const before = sums.left + sums.right;
        const loudest = addPiece(sums, { interleaved, from, count });
        // Few pieces come near full scale; any other ends all runs.
        if (loudest >= FULL_SCALE || left.isRunning() || right.isRunning()) {
          left.add(interleaved, { at: 2 * from, count, sampleCount });
          right.add(interleaved, { at: 2 * from + 1, count, sampleCount });
        }
        sampleCount += count;
        inPiece += count;
        from += count;
        endPiece(sums.left + sums.right - before);
      }
    },
    facts: () => {
      left.endRun(sampleCount);
      right.endRun(sampleCount);
      // (l - r)² and (l + r)², summed.
      const difference = Math.max(0, sums.left + sums.right - 2 * sums.both);
      const shared = sums.left + sums.right + 2 * sums.both;
      const firstClips = [left.first(), right.first()].filter((first) => first !== null);
      return {
        peakLeft: sums.peakLeft,
        peakRight: sums.peakRight,
        differenceDb: shared <= 0 ? 0 : 10 * Math.log10(difference / shared),
        clippedRuns: left.runs() + right.runs(),
        firstClipSample: firstClips.length === 0 ? null : Math.min(...firstClips),
        dcOffset: sampleCount === 0 ? 0 : farther(sums.dcLeft, sums.dcRight) / sampleCount,
        endLufs: -0.691 + 10 * Math.log10(Math.max(0, ...ends)),
      };
    },
  };
}

function farther(left: number, right: number): number {
  return Math.abs(left) >= Math.abs(right) ? left : right;
}

interface Sums {
  left: number;
  right: number;
  both: number;
  peakLeft: number;
  peakRight: number;
  dcLeft: number;
  dcRight: number;
}

interface Piece {
  readonly interleaved: Float32Array;
  readonly from: number;
  readonly count: number;
}

/** Adds a piece to the sums, using local variables: captured ones are slower. @returns its highest sample */
function addPiece(sums: Sums, { interleaved, from, count }: Piece): number {
  let left = 0;
  let right = 0;
  let both = 0;
  let peakLeft = 0;
  let peakRight = 0;
  let dcLeft = 0;
  let dcRight = 0;
  const end = 2 * (from + count);
  for (let at = 2 * from; at < end; at += 2) {
    const l = interleaved[at] ?? 0;
    const r = interleaved[at + 1] ?? 0;
    left += l * l;
    right += r * r;
    both += l * r;
    dcLeft += l;
    dcRight += r;
    peakLeft = Math.max(peakLeft, Math.abs(l));
    peakRight = Math.max(peakRight, Math.abs(r));
  }
  sums.left += left;
  sums.right += right;
  sums.both += both;
  sums.dcLeft += dcLeft;
  sums.dcRight += dcRight;
  sums.peakLeft = Math.max(sums.peakLeft, peakLeft);
  sums.peakRight = Math.max(sums.peakRight, peakRight);
  return Math.max(peakLeft, peakRight);
}

/** Counts one channel's flat runs at full scale. */
function createClipCount() {
  let run = 0;
  let lowest = 0;
  let highest = 0;
  let runs = 0;
  let first: number | null = null;
  const endRun = (endSample: number): void => {
    const isFlat = highest - lowest <= FLAT_SHARE * highest;
    if (run >= SHORTEST_RUN && isFlat) {
      runs += 1;
      first ??= endSample - run;
    }
    run = 0;
  };
  return {
    isRunning: () => run > 0,
    runs: () => runs,
    first: () => first,
    endRun,
    add: (
      interleaved: Float32Array,
      {
        at,
        count,
        sampleCount,
      }: { readonly at: number; readonly count: number; readonly sampleCount: number },
    ): void => {
      for (let sample = 0; sample < count; sample += 1) {
        const level = Math.abs(interleaved[at + 2 * sample] ?? 0);
        if (level >= FULL_SCALE) {
          lowest = run === 0 ? level : Math.min(lowest, level);
          highest = run === 0 ? level : Math.max(highest, level);
          run += 1;
        } else if (run > 0) endRun(sampleCount + sample);
      }
    },
  };
}
