const DEFAULT_BITRATE = 128;
const DEFAULT_SAMPLE_RATE = 44_100;
const DEFAULT_CHANNELS = 2;

/** The input as numbers; invalid input falls back, such as 'abc' to 128 kbps. */
export function readStreamConfig(typed: {
  readonly bitrate: string;
  readonly sampleRate: string;
  readonly channels: string;
}) {
  return {
    bitrate: clamp(wholeOr(typed.bitrate, DEFAULT_BITRATE), { min: 64, max: 320 }),
    sampleRate: wholeOr(typed.sampleRate, DEFAULT_SAMPLE_RATE),
    channels: clamp(wholeOr(typed.channels, DEFAULT_CHANNELS), { min: 1, max: 2 }),
  };
}

function wholeOr(text: string, fallback: number): number {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) || value === 0 ? fallback : value;
}

function clamp(
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  return Math.min(max, Math.max(min, value));
}
