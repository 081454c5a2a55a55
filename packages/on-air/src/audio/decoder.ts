import { statSync } from "node:fs";
import path from "node:path";
import { AVERROR_EAGAIN, AV_NOPTS_VALUE, AVERROR_EOF, AVMEDIA_TYPE_AUDIO } from "node-av/constants";
import {
  avGetCodecName,
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  InputFormat,
  IOContext,
  Packet,
} from "node-av/lib";
import { silenceCodecLog } from "./codec-log.ts";
import { isHopeless } from "./damage-rules.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";
import { NO_AUDIO_STREAM, UNKNOWN_KIND } from "./decode-reasons.ts";
import { ResampleError, Resampler } from "./resampler.ts";
import { formatBehindTag } from "./tagged-format.ts";

/** A file can't be decoded, or no further. The message is one sentence for people, without the path or a full stop. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

export interface DecoderInfo {
  /** FFmpeg's name of the codec: `mp3`, `flac`, `pcm_s16le`, `vorbis`, `opus`, `aac`, … */
  readonly codec: string;
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Of the sound alone when the file says it; null when nobody knows. */
  readonly bitrateKbps: number | null;
}

/** Containers we read. Playlist formats stay out: they would open other files and addresses. */
const FORMATS =
  "mp3,flac,wav,w64,ogg,mov,mp4,m4a,aac,aiff,caf,ape,wv,matroska,webm,asf,tta,ac3,dsf";
/** Containers a feed may come in: those that make sense without going back. */
const FEED_FORMATS = "mp3,aac,ogg,flac,mpegts,mov,mp4,m4a,matroska,webm,wav";
/** How much of a feed may be looked at before the first sound: bytes, and µs of sound. */
const FEED_PROBE_BYTES = 128 * 1024;
const FEED_ANALYSE_US = 1_000_000;
const FEED_READ_BYTES = 4096;
/** Encoders and decoders need this much before a place to yield what a full decode would. */
const SETTLE_SECONDS = 0.5;
const EMPTY = new Float32Array(0);

/** Where encoded sound comes from that is no file. */
export interface FeedInput {
  /** Waits for bytes; null at the end. */
  readonly read: (limitBytes: number) => Buffer | null;
  /** FFmpeg's name of the format when it is known, such as from a Content-Type; null: found by looking. */
  readonly format: string | null;
}

/** A device as FFmpeg finds it. */
export interface DeviceInput {
  /** FFmpeg's name of the input. */
  readonly format: string;
  readonly device: string;
}

/**
 * Opens a local file for decoding; the caller closes it. Every call blocks the thread it runs on.
 * @throws DecodeError naming what is wrong with the file
 */
export function openDecoder(filePath: string): Decoder {
  checkFile(filePath);
  return opened((decoder) => decoder.openFile(filePath));
}

/**
 * Opens what comes in over a feed; the caller closes it. Every call blocks the thread it runs on for as long as
 * `read` waits.
 * @throws DecodeError naming what is wrong with it
 */
export function openFeedDecoder(feed: FeedInput): Decoder {
  return opened((decoder) => decoder.openFeed(feed));
}

/**
 * Opens a capture device for decoding: its stereo sound from now on, without an end. Every call blocks the thread it
 * runs on for as long as the device gives nothing.
 * @throws DecodeError when there is no such device, or it can't be opened
 */
export function openDeviceDecoder(input: DeviceInput): Decoder {
  return opened((decoder) => decoder.openDevice(input));
}

function opened(open: (decoder: Decoder) => void): Decoder {
  silenceCodecLog();
  const decoder = new Decoder();
  try {
    open(decoder);
    return decoder;
  } catch (error) {
    decoder.close();
    throw error;
  }
}

function checkFile(filePath: string): void {
  const file = statSync(filePath, { throwIfNoEntry: false });
  if (file === undefined) throw new DecodeError("The file is not there");
  // A pipe would block the thread for ever.
  if (!file.isFile()) throw new DecodeError("This is not a regular file");
  if (file.size === 0) throw new DecodeError("The file is empty");
}

/** Decodes the best audio stream of a file or feed to the programme's format. Made by `openDecoder` or `openFeedDecoder`. */
export class Decoder {
  readonly #format = new FormatContext();
  readonly #codec = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  /** null: FFmpeg reads a file by itself. */
  #io: IOContext | null = null;
  #resampler: Resampler | undefined;
  #info: DecoderInfo | undefined;
  #bytePosition = 0;
  #streamIndex = -1;
  #secondsPerTick = 0;
  /** Presentation time of the first sample a full decode yields; undefined when the container has no times. */
  #originTicks: bigint | undefined;
  #hasFrame = false;
  #badInARow = 0;
  #badPackets = 0;
  #state: "reading" | "flushing" | "draining" | "ended" | "closed" = "reading";
  #discardSamples = 0;

  get info(): DecoderInfo {
    if (this.#info === undefined) throw new DecodeError("The file is not open");
    return this.#info;
  }

  /** Where in the feed's bytes the newest sound comes from. */
  get bytePosition(): number {
    return this.#bytePosition;
  }

  /** Makes the next second of a feed longer by a share of itself, shorter when it is negative. */
  stretch(share: number): void {
    this.#resampler?.stretch(share);
  }

  /** Called once, by `openDecoder`. */
  openFile(filePath: string): void {
    const tagged = formatBehindTag(filePath);
    this.#prepare(FORMATS);
    this.#format.setOption("protocol_whitelist", "file");
    this.#open(`file:${path.resolve(filePath)}`, tagged ?? null);
  }

  /** Called once, by `openFeedDecoder`. */
  openFeed({ read, format }: FeedInput): void {
    this.#prepare(FEED_FORMATS);
    // Nothing but these bytes: what they name is not opened.
    this.#format.setOption("protocol_whitelist", "none");
    this.#format.setOption("probesize", String(FEED_PROBE_BYTES));
    this.#format.setOption("analyzeduration", String(FEED_ANALYSE_US));
    this.#io = new IOContext();
    this.#io.allocContextWithCallbacks(FEED_READ_BYTES, 0, read, null, null);
    this.#format.pb = this.#io;
    this.#open("", format);
  }

  /** Called once, by `openDeviceDecoder`. */
  openDevice({ format, device }: DeviceInput): void {
    this.#prepare(format);
    this.#format.setOption("protocol_whitelist", "none");
    this.#open(device, format);
  }

  get #isFeed(): boolean {
    return this.#io !== null;
  }

  #prepare(formats: string): void {
    this.#packet.alloc();
    this.#frame.alloc();
    this.#format.allocContext();
    this.#format.setOption("format_whitelist", formats);
  }

  /** Decodes the first frame, so that an open decoder has sound. */
  #open(url: string, formatName: string | null): void {
    const format = formatName === null ? null : InputFormat.findInputFormat(formatName);
    if (this.#format.openInputSync(url, format, null) < 0) throw new DecodeError(UNKNOWN_KIND);
    if (this.#format.findStreamInfoSync(null) < 0)
      throw new DecodeError("The file is damaged: its streams can't be read");
    this.#openCodec();
    if (!this.#nextFrame()) throw new DecodeError("The file holds no sound that can be decoded");
    this.#hasFrame = true;
    this.#originTicks = this.#frame.pts === AV_NOPTS_VALUE ? undefined : this.#frame.pts;
  }

  #openCodec(): void {
    this.#streamIndex = this.#format.findBestStream(AVMEDIA_TYPE_AUDIO);
    const stream = this.#format.streams[this.#streamIndex];
    if (stream === undefined) throw new DecodeError(NO_AUDIO_STREAM);
    const parameters = stream.codecpar;
    const name = avGetCodecName(parameters.codecId) ?? "unknown";
    const codec = Codec.findDecoder(parameters.codecId);
    if (codec === null) throw new DecodeError(`Sound of the kind ${name} can't be decoded`);
    this.#codec.allocContext3(codec);
    if (this.#codec.parametersToContext(parameters) < 0)
      throw new DecodeError("The description of the sound in the file is damaged");
    // With it FFmpeg trims what the file's encoder added at both ends.
    this.#codec.pktTimebase = stream.timeBase;
    this.#codec.threadCount = 1;
    // The synchronous call never gets a dictionary: the binding would free it twice.
    if (this.#codec.open2Sync(codec, null) < 0)
      throw new DecodeError(`The decoder for ${name} refuses this file`);
    this.#secondsPerTick = stream.timeBase.num / stream.timeBase.den;
    const bitrate = Number(parameters.bitRate > 0n ? parameters.bitRate : this.#format.bitRate);
    this.#info = {
      codec: name,
      sampleRateHz: parameters.sampleRate,
      channels: parameters.channels,
      bitrateKbps: bitrate > 0 ? Math.round(bitrate / 1000) : null,
    };
  }

  /**
   * Goes ahead so that the next sample read is the one at `offsetMs` of a full decode. Only forward, and only
   * before the first `read`. An offset behind the end leaves nothing to read.
   * @param isOutdated asked again and again: far into a long file this takes seconds; once true, the place is any
   * @throws DecodeError as `read` does
   */
  skipTo(offsetMs: number, isOutdated: () => boolean): void {
    const target = Math.round((offsetMs * SAMPLE_RATE_HZ) / 1000);
    if (target <= 0) return;
    const origin = this.#originTicks;
    const settleFrom = offsetMs / 1000 - SETTLE_SECONDS;
    if (origin === undefined || settleFrom <= 0) {
      this.#discardSamples = target;
      return;
    }
    // Packets are passed over undecoded rather than by a seek in the file: seeks are guesses in MP3 without an index.
    const ticks = origin + BigInt(Math.floor(settleFrom / this.#secondsPerTick));
    this.#passPacketsUntil(ticks, isOutdated);
    this.#hasFrame = this.#nextFrame();
    if (!this.#hasFrame) return;
    const passedTicks = Number(this.#frame.pts - origin);
    const at = Math.round(passedTicks * this.#secondsPerTick * SAMPLE_RATE_HZ);
    this.#discardSamples = Math.max(0, target - at);
  }

  #passPacketsUntil(ticks: bigint, isOutdated: () => boolean): void {
    this.#frame.unref();
    this.#hasFrame = false;
    this.#codec.flushBuffers();
    while (!isOutdated() && this.#readPacket()) {
      if (this.#packet.pts !== AV_NOPTS_VALUE && this.#packet.pts >= ticks) {
        this.#sendPacket();
        return;
      }
      this.#packet.unref();
    }
  }

  /**
   * The next piece of sound, interleaved stereo float32 at 44.1 kHz; undefined at the end. The view is valid
   * until the next call, and empty while what comes before the place skipped to is decoded. A truncated file ends
   * where its sound does.
   * @throws DecodeError when the rest of the file can't be decoded
   */
  read(): Float32Array | undefined {
    const piece = this.#nextPiece();
    if (piece === undefined) return undefined;
    const samples = Math.min(piece.length / CHANNELS, this.#discardSamples);
    this.#discardSamples -= samples;
    return samples === 0 ? piece : piece.subarray(samples * CHANNELS);
  }

  #nextPiece(): Float32Array | undefined {
    if (this.#state === "ended" || this.#state === "closed") return undefined;
    if (!this.#hasFrame) this.#hasFrame = this.#nextFrame();
    try {
      if (this.#hasFrame) return this.#convertFrame();
      this.#state = "draining";
      const rest = this.#resampler?.drain() ?? EMPTY;
      if (rest.length > 0) return rest;
    } catch (error) {
      if (error instanceof ResampleError) throw new DecodeError(error.message, { cause: error });
      throw error;
    }
    this.#state = "ended";
    return undefined;
  }

  #convertFrame(): Float32Array {
    const current = this.#resampler;
    if (current !== undefined && !current.fits(this.#frame)) {
      const rest = current.drain();
      if (rest.length > 0) return rest; // the frame waits for the next call
      current.close();
      this.#resampler = undefined;
    }
    this.#resampler ??= new Resampler(this.#frame, {
      format: this.#codec.sampleFormat,
      isStretchable: this.#isFeed,
    });
    const piece = this.#resampler.convert(this.#frame);
    this.#frame.unref();
    this.#hasFrame = false;
    return piece;
  }

  /** Decodes into `#frame`. @returns false at the end */
  #nextFrame(): boolean {
    for (;;) {
      const code = this.#codec.receiveFrameSync(this.#frame);
      if (code >= 0) {
        this.#badInARow = 0;
        return true;
      }
      if (code === AVERROR_EOF) return false;
      if (code !== AVERROR_EAGAIN) this.#countBad(code);
      if (this.#state !== "reading") {
        if (code === AVERROR_EAGAIN) return false;
        continue;
      }
      if (this.#readPacket()) this.#sendPacket();
      else this.#codec.sendPacketSync(null);
    }
  }

  #sendPacket(): void {
    if (this.#isFeed && this.#packet.pos >= 0n) this.#bytePosition = Number(this.#packet.pos);
    const code = this.#codec.sendPacketSync(this.#packet);
    this.#packet.unref();
    if (code < 0 && code !== AVERROR_EAGAIN) this.#countBad(code);
  }

  /** Reads the next packet of our stream into `#packet`. @returns false at the end of the file */
  #readPacket(): boolean {
    for (;;) {
      const code = this.#format.readFrameSync(this.#packet);
      if (code === AVERROR_EOF) {
        this.#state = "flushing";
        return false;
      }
      if (code < 0) {
        this.#countBad(code);
        continue;
      }
      if (this.#packet.streamIndex === this.#streamIndex) return true;
      this.#packet.unref();
    }
  }

  #countBad(code: number): void {
    this.#badInARow += 1;
    this.#badPackets += 1;
    const [isFeed, badInARow, badPackets] = [this.#isFeed, this.#badInARow, this.#badPackets];
    if (!isHopeless({ isFeed, badInARow, badPackets })) return;
    this.#state = "ended";
    throw new DecodeError(`The sound in the file is damaged (${FFmpegError.strerror(code)})`);
  }

  /** Frees the native memory; may be called twice. */
  close(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#resampler?.close();
    this.#frame.free();
    this.#packet.free();
    this.#codec.freeContext();
    // FFmpeg does not own it, and the binding would free it twice.
    if (this.#io !== null) this.#format.pb = null;
    this.#format.closeInputSync();
    this.#io?.freeContext();
  }
}
