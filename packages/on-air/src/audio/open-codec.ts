import { AV_CODEC_ID_NONE } from "node-av/constants";
import { avGetCodecName, Codec, type CodecContext } from "node-av/lib";
import type { Container } from "./container.ts";
import { DecodeError } from "./decode-error.ts";

export interface DecoderInfo {
  /** FFmpeg's name of the codec: `mp3`, `flac`, `pcm_s16le`, `vorbis`, `opus`, `aac`, … */
  readonly codec: string;
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Bitrate of the sound alone if the file states it; null when unknown. */
  readonly bitrateKbps: number | null;
}

/** Telephones have 8 kHz. */
const LEAST_RATE_HZ = 1000;

/**
 * Opens the decoder for a container's sound.
 * @param context not yet allocated; the caller frees it, even after an error
 * @param container open
 * @throws DecodeError naming what is wrong with the stream's description
 */
export function openCodec(context: CodecContext, container: Container): DecoderInfo {
  const stream = container.audioStream;
  const parameters = stream.codecpar;
  const name = avGetCodecName(parameters.codecId) ?? "unknown";
  const codec = Codec.findDecoder(parameters.codecId);
  if (codec === null)
    throw new DecodeError(
      parameters.codecId === AV_CODEC_ID_NONE
        ? "The file does not state its audio format, or it is damaged"
        : `${name} audio can't be decoded`,
    );
  // At 1 Hz a small file would last for days.
  if (parameters.sampleRate > 0 && parameters.sampleRate < LEAST_RATE_HZ)
    throw new DecodeError(
      `The file is damaged: it claims a sample rate of ${parameters.sampleRate} Hz`,
    );
  context.allocContext3(codec);
  if (context.parametersToContext(parameters) < 0)
    throw new DecodeError("The file's audio header is damaged");
  // FFmpeg needs it to trim the padding added by the file's encoder.
  context.pktTimebase = stream.timeBase;
  context.threadCount = 1;
  // Never pass a dictionary to the synchronous call: the binding would free it twice.
  if (context.open2Sync(codec, null) < 0)
    throw new DecodeError(`The ${name} decoder rejects this file`);
  const bitrate = Number(parameters.bitRate > 0n ? parameters.bitRate : container.bitRate);
  return {
    codec: name,
    sampleRateHz: parameters.sampleRate,
    channels: parameters.channels,
    bitrateKbps: bitrate > 0 ? Math.round(bitrate / 1000) : null,
  };
}
