import {
  aacBitratesKbps,
  opusBitratesKbps,
  supportedBitratesKbps,
  supportedSampleRatesHz,
} from "@neonrelay/on-air/stream-formats";

export interface StreamFormat {
  /** kbit/s. */
  readonly bitrate: number;
  /** Hz. */
  readonly sampleRate: number;
}

/** MP3 lacks the pair; `nearest` are the available bitrates just below and above. */
export interface NoSuchBitrate extends StreamFormat {
  readonly kind: "no-such-bitrate";
  readonly nearest: readonly number[];
}

/** The stored mounts other than MP3. */
export interface MountSettings {
  readonly isOpusOn: boolean;
  readonly opusBitrateKbps: number;
  readonly isAacOn: boolean;
  /** Also used for HLS. */
  readonly aacBitrateKbps: number;
  readonly isHlsOn: boolean;
}

/** Omitted fields stay. */
export interface MountsChange {
  readonly opus?: MountChange | undefined;
  readonly aac?: MountChange | undefined;
  readonly hls?: { readonly isOn: boolean } | undefined;
}

interface MountChange {
  readonly isOn: boolean;
  readonly bitrate?: number | undefined;
}

/** A mount other than MP3 lacks this bitrate. */
export interface NoSuchMountBitrate {
  readonly kind: "no-such-mount-bitrate";
  readonly mount: "opus" | "aac";
  readonly bitrate: number;
  readonly supported: readonly number[];
}

type BitrateDecision = { readonly kind: "supported" } | NoSuchBitrate;

/** Only these sample rates are supported. */
export interface NoSuchSampleRate {
  readonly kind: "no-such-sample-rate";
  readonly supported: readonly number[];
}

export type FormatDecision = BitrateDecision | NoSuchSampleRate;

export type MountDecision = { readonly kind: "supported" } | NoSuchMountBitrate;

/** Lowest bitrate of the MP3 mount, in kbit/s. */
const LOWEST_BITRATE = 64;

export function decideFormat(format: StreamFormat): FormatDecision {
  return supportedSampleRatesHz.includes(format.sampleRate)
    ? decideBitrate(format)
    : { kind: "no-such-sample-rate", supported: supportedSampleRatesHz };
}

/** Expects a supported sample rate. */
export function decideBitrate({ bitrate, sampleRate }: StreamFormat): BitrateDecision {
  const bitrates = supportedBitratesKbps(sampleRate).filter((each) => each >= LOWEST_BITRATE);
  if (bitrates.includes(bitrate)) return { kind: "supported" };
  const nearest = [
    bitrates.findLast((each) => each < bitrate),
    bitrates.find((each) => each > bitrate),
  ].filter((each) => each !== undefined);
  return { kind: "no-such-bitrate", bitrate, sampleRate, nearest };
}

/** Expects a supported sample rate and channel count. A disabled mount keeps its values unchecked. */
export function decideMounts(
  mounts: MountSettings,
  format: { readonly sampleRate: number; readonly channels: number },
): MountDecision {
  const { opusBitrateKbps, aacBitrateKbps } = mounts;
  if (mounts.isOpusOn && !opusBitratesKbps.includes(opusBitrateKbps))
    return {
      kind: "no-such-mount-bitrate",
      mount: "opus",
      bitrate: opusBitrateKbps,
      supported: opusBitratesKbps,
    };
  const supported = aacBitratesKbps({ ...format, sampleRateHz: format.sampleRate });
  const isAacEncoded = mounts.isAacOn || mounts.isHlsOn;
  if (isAacEncoded && !supported.includes(aacBitrateKbps))
    return { kind: "no-such-mount-bitrate", mount: "aac", bitrate: aacBitrateKbps, supported };
  return { kind: "supported" };
}

export function mountsAfter(stored: MountSettings, change: MountsChange): MountSettings {
  return {
    isOpusOn: change.opus?.isOn ?? stored.isOpusOn,
    opusBitrateKbps: change.opus?.bitrate ?? stored.opusBitrateKbps,
    isAacOn: change.aac?.isOn ?? stored.isAacOn,
    aacBitrateKbps: change.aac?.bitrate ?? stored.aacBitrateKbps,
    isHlsOn: change.hls?.isOn ?? stored.isHlsOn,
  };
}
