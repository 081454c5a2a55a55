import type { OnAirSettings } from "../protocol/index.ts";
import {
  codecs,
  OPUS_SAMPLE_RATE_HZ,
  type Codec,
  type StreamFormat,
} from "../formats/stream-formats.ts";

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
