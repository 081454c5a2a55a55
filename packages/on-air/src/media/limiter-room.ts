/** How far a track's peaks may be limited before its loudness suffers. */
interface LimiterRoomMeter {
  /** Takes `count` samples of both channels, with the weighted power of both. The arrays are not kept. */
  add(piece: {
    readonly left: Float64Array;
    readonly right: Float64Array;
    readonly power: Float64Array;
    readonly count: number;
  }): void;
  /**
   * How far the highest peak may exceed the limiter's ceiling, in dB.
   * @param peakDb the highest peak
   */
  roomDb(peakDb: number): number;
}

/** Trial ceilings of the limiter, in dBFS: from 0 down, one decibel apart. */
const CEILINGS = 24;
const BLOCK_MS = 5;
/** As in the programme's limiter. */
const RELEASE_MS = 120;
const RELEASE_PER_BLOCK = Math.exp(-BLOCK_MS / RELEASE_MS);
const MAX_ROOM_DB = 6;
const ROOM_STEP_DB = 0.5;
const MAX_LOSS_LU = 0.8;

/** Tracks what a limiter would do to each block of 5 ms, at all ceilings at once. */
export function createLimiterRoomMeter(sampleRateHz: number): LimiterRoomMeter {
  const blockSamples = Math.round((sampleRateHz * BLOCK_MS) / 1000);
  const reductionsDb = new Float64Array(CEILINGS);
  const limitedPower = new Float64Array(CEILINGS);
  let wholePower = 0;
  let blockPower = 0;
  let blockPeak = 0;
  let samplesInBlock = 0;

  const endBlock = (): void => {
    const peakDb = 20 * Math.log10(blockPeak);
    for (let ceiling = 0; ceiling < CEILINGS; ceiling += 1) {
      const released = (reductionsDb[ceiling] ?? 0) * RELEASE_PER_BLOCK;
      const reductionDb = Math.max(released, peakDb + ceiling);
      reductionsDb[ceiling] = reductionDb;
      limitedPower[ceiling] = (limitedPower[ceiling] ?? 0) + blockPower * 10 ** (-reductionDb / 10);
    }
    wholePower += blockPower;
    blockPower = 0;
    blockPeak = 0;
    samplesInBlock = 0;
  };

  /** Interpolates linearly between the trial ceilings. */
  const lossLu = (ceilingDb: number): number => {
    const place = Math.min(Math.max(-ceilingDb, 0), CEILINGS - 1);
    const above = Math.floor(place);
    const lossAt = (ceiling: number): number =>
      10 * Math.log10(wholePower / (limitedPower[Math.min(ceiling, CEILINGS - 1)] ?? 1));
    return lossAt(above) + (place - above) * (lossAt(above + 1) - lossAt(above));
  };

  return {
    add: ({ left, right, power, count }) => {
      for (let at = 0; at < count;) {
        const end = Math.min(count, at + blockSamples - samplesInBlock);
        samplesInBlock += end - at;
        let peak = blockPeak;
        let sum = blockPower;
        for (; at < end; at += 1) {
          const size = Math.max(Math.abs(left[at] ?? 0), Math.abs(right[at] ?? 0));
          if (size > peak) peak = size;
          sum += power[at] ?? 0;
        }
        blockPeak = peak;
        blockPower = sum;
        if (samplesInBlock === blockSamples) endBlock();
      }
    },
    roomDb: (peakDb) => {
      if (wholePower === 0) return MAX_ROOM_DB;
      for (let roomDb = MAX_ROOM_DB; roomDb > 0; roomDb -= ROOM_STEP_DB)
        if (lossLu(peakDb - roomDb) <= MAX_LOSS_LU) return roomDb;
      return 0;
    },
  };
}
