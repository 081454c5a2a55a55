/**
 * The programme's loudness at one moment. Levels are in dBFS: 0 is full scale, and a full-scale sine has an rms of -3.
 */
export interface Levels {
  /** Programme position of the middle of the measured 93 ms; shown when the browser plays that moment. */
  readonly posMs: number;
  /** 64 bands in equal pitch steps from 40 Hz to 16 kHz: the strongest tone in each, relative to a full-scale sine. */
  readonly bandsDb: readonly number[];
  /** 128 values of the mean of both channels, 8/44,100 s apart around `posMs`, from -127 to 127 (full scale). */
  readonly samples: readonly number[];
  readonly rmsLeftDb: number;
  readonly rmsRightDb: number;
  /** Of both channels. */
  readonly peakDb: number;
}

export const LEVEL_BANDS = 64;
export const LEVEL_SAMPLES = 128;
/** The lowest level sent; also means silence. */
export const LEAST_LEVEL_DB = -127.5;
/** The first byte is the layout's version, so a page left open across an upgrade shows nothing rather than noise. */
const VERSION = 1;
const BAND_STEPS_PER_DB = 2;
const LEVEL_STEPS_PER_DB = 10;
const FULL_SCALE = 127;

/** Byte offset of each value; numbers are little-endian. */
const offsets = {
  version: 0,
  posMs: 1,
  rmsLeft: 9,
  rmsRight: 11,
  peak: 13,
  bands: 15,
  samples: 79,
};
export const LEVELS_BYTES = offsets.samples + LEVEL_SAMPLES;

/**
 * Encodes the binary message `levels` of /ws, 207 bytes: u8 version (1), f64 posMs, i16 rms left, rms right and peak in
 * tenths of a dB, 64 × u8 bands in half dB above -127.5, 128 × i8 samples. Out-of-range values are clamped.
 * @example
 * encodeLevels({ posMs: 0, bandsDb: [], samples: [], rmsLeftDb: -18, rmsRightDb: -18, peakDb: -6 }).length; // 207
 */
export function encodeLevels(levels: Levels): Uint8Array {
  const bytes = new Uint8Array(LEVELS_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(offsets.version, VERSION);
  view.setFloat64(offsets.posMs, levels.posMs, true);
  const setLevel = (offset: number, db: number): void =>
    view.setInt16(offset, Math.round(clampDb(db) * LEVEL_STEPS_PER_DB), true);
  setLevel(offsets.rmsLeft, levels.rmsLeftDb);
  setLevel(offsets.rmsRight, levels.rmsRightDb);
  setLevel(offsets.peak, levels.peakDb);
  for (let band = 0; band < LEVEL_BANDS; band += 1) {
    const db = clampDb(levels.bandsDb[band] ?? LEAST_LEVEL_DB);
    view.setUint8(offsets.bands + band, Math.round((db - LEAST_LEVEL_DB) * BAND_STEPS_PER_DB));
  }
  for (let at = 0; at < LEVEL_SAMPLES; at += 1) {
    const sample = Math.max(-FULL_SCALE, Math.min(FULL_SCALE, levels.samples[at] ?? 0));
    view.setInt8(offsets.samples + at, Math.round(sample));
  }
  return bytes;
}

/**
 * @returns null when this page doesn't know the message's layout
 * @example
 * decodeLevels(encodeLevels({ posMs: 0, bandsDb: [], samples: [], rmsLeftDb: -18, rmsRightDb: -18, peakDb: -6 }))?.peakDb; // -6
 */
export function decodeLevels(message: ArrayBuffer | Uint8Array): Levels | null {
  const bytes = message instanceof Uint8Array ? message : new Uint8Array(message);
  if (bytes.length !== LEVELS_BYTES || bytes[offsets.version] !== VERSION) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const level = (offset: number): number => view.getInt16(offset, true) / LEVEL_STEPS_PER_DB;
  const bands = bytes.subarray(offsets.bands, offsets.bands + LEVEL_BANDS);
  return {
    posMs: view.getFloat64(offsets.posMs, true),
    bandsDb: Array.from(bands, (steps) => LEAST_LEVEL_DB + steps / BAND_STEPS_PER_DB),
    samples: Array.from({ length: LEVEL_SAMPLES }, (_, at) => view.getInt8(offsets.samples + at)),
    rmsLeftDb: level(offsets.rmsLeft),
    rmsRightDb: level(offsets.rmsRight),
    peakDb: level(offsets.peak),
  };
}

function clampDb(db: number): number {
  return Math.max(LEAST_LEVEL_DB, Math.min(0, db));
}
