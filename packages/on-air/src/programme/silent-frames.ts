import { toAdts } from "../formats/adts.ts";
import { codecFrames, packFrames } from "../formats/codec-frames.ts";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";
import { silentMp3Frame } from "./mp3-frames.ts";

/** Frames per block of silence, about 0.2 s; at every rate ten frames last whole samples, or nearly. */
const BLOCK_FRAMES = 10;
/** An empty 20 ms packet at full bandwidth, with as many channels as the header page says. */
const OPUS_SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
/** One channel, or a pair, without a spectrum [ISO 14496-3 4.4.2]. */
const AAC_SILENCE_MONO = Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]);
const AAC_SILENCE_STEREO = Buffer.from([0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]);

/** A block of digital silence: its bytes, and its length in samples of the programme. */
export function silentBlock(format: StreamFormat): {
  readonly bytes: Buffer;
  readonly samples: number;
} {
  const frame = silentFrame(format);
  const frames = Array.from({ length: BLOCK_FRAMES }, () => frame);
  const samples = BLOCK_FRAMES * codecFrames[format.codec].frameSamples;
  return {
    bytes: packFrames(format.codec, frames),
    samples: Math.round((samples * PROGRAMME_RATE_HZ) / format.sampleRateHz),
  };
}

function silentFrame(format: StreamFormat): Buffer {
  switch (format.codec) {
    case "mp3":
      return silentMp3Frame(format);
    case "opus":
      return OPUS_SILENCE;
    case "aac":
      return toAdts(format.channels === 1 ? AAC_SILENCE_MONO : AAC_SILENCE_STEREO, format);
    default:
      return format.codec satisfies never;
  }
}
