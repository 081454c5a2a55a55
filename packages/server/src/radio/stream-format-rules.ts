import { supportedBitratesKbps, supportedSampleRatesHz } from "@neonrelay/on-air/stream-formats";

export interface StreamFormat {
  /** kbit/s. */
  readonly bitrate: number;
  /** Hz. */
  readonly sampleRate: number;
}

/** MP3 lacks the pair; `nearest` are the bitrates just below and above that it has. */
export interface NoSuchBitrate extends StreamFormat {
  readonly kind: "no-such-bitrate";
  readonly nearest: readonly number[];
}

export type BitrateDecision = { readonly kind: "supported" } | NoSuchBitrate;

export type FormatDecision =
  | BitrateDecision
  | { readonly kind: "no-such-sample-rate"; readonly supported: readonly number[] };

/** What the MP3 mount may have at least, in kbit/s. */
const LOWEST_BITRATE = 64;

export function decideFormat(format: StreamFormat): FormatDecision {
  return supportedSampleRatesHz.includes(format.sampleRate)
    ? decideBitrate(format)
    : { kind: "no-such-sample-rate", supported: supportedSampleRatesHz };
}

/** For a sample rate that is supported. */
export function decideBitrate({ bitrate, sampleRate }: StreamFormat): BitrateDecision {
  const bitrates = supportedBitratesKbps(sampleRate).filter((each) => each >= LOWEST_BITRATE);
  if (bitrates.includes(bitrate)) return { kind: "supported" };
  const nearest = [
    bitrates.findLast((each) => each < bitrate),
    bitrates.find((each) => each > bitrate),
  ].filter((each) => each !== undefined);
  return { kind: "no-such-bitrate", bitrate, sampleRate, nearest };
}
