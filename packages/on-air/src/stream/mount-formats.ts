import type { OnAirSettings } from "../protocol/index.ts";
import {
  type Codec,
  codecs,
  OPUS_SAMPLE_RATE_HZ,
  type StreamFormat,
} from "../formats/stream-formats.ts";
import { OPUS_PRE_SKIP } from "./ogg-opus.ts";

/** What must be encoded by these settings: MP3 always, AAC for HLS as well. */
export function encodedFormats(settings: OnAirSettings): readonly StreamFormat[] {
  const isEncoded = (codec: Codec): boolean =>
    isMountOn(codec, settings) || (codec === "aac" && settings.isHlsOn);
  return codecs.filter(isEncoded).map((codec) => formatOf(codec, settings));
}

/** The format these settings give that codec, whether or not it is on. */
export function formatOf(codec: Codec, settings: OnAirSettings): StreamFormat {
  const { sampleRateHz, channels } = settings;
  switch (codec) {
    case "mp3":
      return { codec, bitrateKbps: settings.bitrateKbps, sampleRateHz, channels };
    case "opus": {
      const bitrateKbps = settings.opusBitrateKbps;
      return { codec, bitrateKbps, sampleRateHz: OPUS_SAMPLE_RATE_HZ, channels };
    }
    case "aac":
      return { codec, bitrateKbps: settings.aacBitrateKbps, sampleRateHz, channels };
    default:
      return codec satisfies never;
  }
}

/** Whether that codec is a mount of its own. */
export function isMountOn(codec: Codec, settings: OnAirSettings): boolean {
  switch (codec) {
    case "mp3":
      return true;
    case "opus":
      return settings.isOpusOn;
    case "aac":
      return settings.isAacOn;
    default:
      return codec satisfies never;
  }
}

/** Properties of a mount that don't depend on its encoding. */
export interface MountFacts {
  readonly path: string;
  readonly contentType: string;
  /** Whether titles can be interleaved with the audio on request; not in Ogg. */
  readonly hasIcyTitles: boolean;
  /** How much of a decoder's first output is dropped, in ms of the programme. */
  readonly preSkipMs: number;
}

export const mountFacts: Readonly<Record<Codec, MountFacts>> = {
  mp3: { path: "/stream.mp3", contentType: "audio/mpeg", hasIcyTitles: true, preSkipMs: 0 },
  opus: {
    path: "/stream.opus",
    contentType: "audio/ogg",
    hasIcyTitles: false,
    preSkipMs: OPUS_PRE_SKIP / 48,
  },
  aac: { path: "/stream.aac", contentType: "audio/aac", hasIcyTitles: true, preSkipMs: 0 },
};
