import { openFeedDecoder } from "../audio/decoder.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";

const SECOND = SAMPLE_RATE_HZ * CHANNELS;

/**
 * Level of the loudest second in encoded audio, in dBFS; -Infinity for digital silence.
 * @throws DecodeError when it is not audio
 */
export function loudestSecondDb(audio: Buffer): number {
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
      for (const value of piece) sum += value * value;
      count += piece.length;
      if (count < SECOND) continue;
      loudest = Math.max(loudest, sum / count);
      sum = 0;
      count = 0;
    }
    if (count > 0) loudest = Math.max(loudest, sum / count);
    return 10 * Math.log10(loudest);
  } finally {
    decoder.close();
  }
}
