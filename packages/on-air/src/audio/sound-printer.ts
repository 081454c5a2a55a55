import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CODEC_ID_PCM_S16LE,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_INT,
  AV_SAMPLE_FMT_S16,
  AVMEDIA_TYPE_AUDIO,
} from "node-av/constants";
import { FFmpegError, FormatContext, IOContext, OutputFormat, Packet } from "node-av/lib";
import { silenceCodecLog } from "./codec-log.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";
import { DecodeError } from "./decode-error.ts";
import { openDecoder } from "./decoder.ts";

/** Length of the track that is fingerprinted. */
const PRINTED_SECONDS = 120;

const MAX_SAMPLES = PRINTED_SECONDS * SAMPLE_RATE_HZ;
/** Chromaprint's second algorithm (the common one), which skips leading silence. */
const ALGORITHM = 3;
/** `fp_format` of the muxer: raw numbers. */
const RAW = 0;
const BUFFER_BYTES = 4096;
const PIECE_SAMPLES = 32_768;
const FULL_SCALE = 32_767;
const HALF_SCALE = FULL_SCALE / 2;

/**
 * Computes the sound print of a track: the Chromaprint fingerprint of its first two minutes, as unsigned 32-bit
 * little-endian numbers, about eight a second. Two encodings of one recording have nearly the same print. Uses the
 * Chromaprint built into FFmpeg. Owns native memory until `close`.
 */
export class SoundPrinter {
  readonly #format = new FormatContext();
  readonly #io = new IOContext();
  readonly #packet = new Packet();
  readonly #written: Buffer[] = [];
  /** Pending mono sound. Passed to Chromaprint in large pieces, since each call has a cost. */
  readonly #pcm = new Int16Array(PIECE_SAMPLES);
  #filled = 0;
  #samples = 0;

  private constructor() {}

  /** @returns null when this build of FFmpeg has no Chromaprint */
  static open(): SoundPrinter | null {
    silenceCodecLog();
    const found = OutputFormat.guessFormat("chromaprint", null, null);
    if (found === null) return null;
    const printer = new SoundPrinter();
    printer.#begin(found);
    return printer;
  }

  #begin(format: OutputFormat): void {
    this.#packet.alloc();
    check(this.#format.allocOutputContext2(format, null, null));
    this.#io.allocContextWithCallbacks(
      BUFFER_BYTES,
      1,
      null,
      (bytes) => {
        this.#written.push(Buffer.from(bytes));
        return bytes.length;
      },
      null,
    );
    this.#format.pb = this.#io;
    for (const [name, value] of [
      ["algorithm", ALGORITHM],
      ["fp_format", RAW],
    ] as const)
      check(this.#format.setOption(name, value, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN));
    const { codecpar } = this.#format.newStream();
    codecpar.codecType = AVMEDIA_TYPE_AUDIO;
    codecpar.codecId = AV_CODEC_ID_PCM_S16LE;
    codecpar.format = AV_SAMPLE_FMT_S16;
    codecpar.sampleRate = SAMPLE_RATE_HZ;
    // Chromaprint would mix to mono itself.
    codecpar.channelLayout = AV_CHANNEL_LAYOUT_MONO;
    check(this.#format.writeHeaderSync());
  }

  /** Whether more sound would make no difference. */
  get isFull(): boolean {
    return this.#samples >= MAX_SAMPLES;
  }

  /** @param sound the next piece of the track, in the programme's format */
  add(sound: Float32Array): void {
    const count = Math.min(sound.length / CHANNELS, MAX_SAMPLES - this.#samples);
    for (let index = 0; index < count; index += 1) {
      const sum = (sound[index * CHANNELS] ?? 0) + (sound[index * CHANNELS + 1] ?? 0);
      this.#pcm[this.#filled] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE, sum * HALF_SCALE));
      this.#filled += 1;
      if (this.#filled === PIECE_SAMPLES) this.#pass();
    }
    this.#samples += Math.max(0, count);
  }

  /** Call once, after adding all sound. @returns null when there was too little to recognise anything by */
  finish(): Buffer | null {
    this.#pass();
    check(this.#format.writeTrailerSync());
    this.#io.flushSync();
    const print = Buffer.concat(this.#written);
    return print.length === 0 ? null : print;
  }

  #pass(): void {
    if (this.#filled === 0) return;
    this.#packet.data = Buffer.from(this.#pcm.buffer, 0, this.#filled * 2);
    check(this.#format.writeFrameSync(this.#packet));
    this.#packet.unref();
    this.#filled = 0;
  }

  close(): void {
    this.#packet.free();
    // As in Container: FFmpeg does not own it.
    this.#format.pb = null;
    this.#format.freeContext();
    this.#io.freeContext();
  }
}

function check(code: number): void {
  if (code < 0) throw new Error(`can't make a sound print: ${FFmpegError.strerror(code)}`);
}

/**
 * Decodes as much of a file as its sound print needs.
 * @returns null when there is too little sound, or no Chromaprint
 * @throws DecodeError when the file can't be opened
 */
export function makeSoundPrint(filePath: string): Buffer | null {
  const printer = SoundPrinter.open();
  if (printer === null) return null;
  try {
    const decoder = openDecoder(filePath);
    try {
      for (let piece = decoder.read(); piece !== undefined; piece = decoder.read()) {
        printer.add(piece);
        if (printer.isFull) break;
      }
    } catch (error) {
      // The track ends there, as it does on air.
      if (!(error instanceof DecodeError)) throw error;
    } finally {
      decoder.close();
    }
    return printer.finish();
  } finally {
    printer.close();
  }
}
