import { openFeedDecoder } from "../audio/decoder.ts";
import type { DecoderInfo } from "../audio/open-codec.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { sumOfSquares } from "../audio/silence-detector.ts";

const SECOND = SAMPLE_RATE_HZ * CHANNELS;

interface Sound extends Pick<DecoderInfo, "codec" | "bitrateKbps"> {
  /** Of the loudest second, in dBFS; -Infinity for digital silence. */
  readonly levelDb: number;
}

/**
 * Codec, level and other properties of encoded audio.
 * @throws DecodeError when it is not audio
 */
export function measureSound(audio: Buffer): Sound {
  let at = 0;
  const decoder = openFeedDecoder({
    format: null,
    read: (limitBytes) => {
      if (at >= audio.length) return null;
      const bytes = audio.subarray(at, at + limitBytes);
      at += bytes.length;
      return bytes;
    },
  });
  try {
    let loudest = 0;
    let sum = 0;
    let count = 0;
    for (let piece = decoder.read(); piece !== undefined; piece = decoder.read()) {
      sum += sumOfSquares(piece);
      count += piece.length;
      if (count < SECOND) continue;
      loudest = Math.max(loudest, sum / count);
      sum = 0;
      count = 0;
    }
    if (count > 0) loudest = Math.max(loudest, sum / count);
    const { codec, bitrateKbps } = decoder.info;
    return { codec, bitrateKbps, levelDb: 10 * Math.log10(loudest) };
  } finally {
    decoder.close();
  }
}
