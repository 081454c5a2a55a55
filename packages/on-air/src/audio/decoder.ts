import { statSync } from "node:fs";
import { AV_NOPTS_VALUE, AVERROR_EAGAIN, AVERROR_EOF } from "node-av/constants";
import { CodecContext, FFmpegError, Frame } from "node-av/lib";
import { silenceCodecLog } from "./codec-log.ts";
import { Container, type DeviceInput, type FeedInput } from "./container.ts";
import { DecodeError, FILE_NOT_THERE } from "./decode-error.ts";
import { type DecoderInfo, openCodec } from "./open-codec.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";
import { ResampleError, Resampler } from "./resampler.ts";

/** Encoders and decoders need this much lead-in to yield what a full decode would. */
const SETTLE_SECONDS = 0.5;
const EMPTY = new Float32Array(0);

/**
 * Opens a local file for decoding; the caller closes it. Every call blocks its thread.
 * @throws DecodeError naming what is wrong with the file
 */
export function openDecoder(filePath: string): Decoder {
  checkFile(filePath);
  return opened((container) => container.openFile(filePath));
}

/**
 * Opens the sound of a feed; the caller closes it. Every call blocks its thread for as long as `read` waits.
 * @throws DecodeError naming the fault
 */
export function openFeedDecoder(feed: FeedInput): Decoder {
  return opened((container) => container.openFeed(feed));
}

/**
 * Opens a capture device for decoding: its stereo sound from now on, without end. Every call blocks its thread while
 * the device delivers nothing.
 * @throws DecodeError when the device does not exist or can't be opened
 */
export function openDeviceDecoder(input: DeviceInput): Decoder {
  return opened((container) => container.openDevice(input));
}

function opened(open: (container: Container) => void): Decoder {
  silenceCodecLog();
  const container = new Container();
  const decoder = new Decoder(container);
  try {
    open(container);
    decoder.begin();
    return decoder;
  } catch (error) {
    decoder.close();
    throw error;
  }
}

function checkFile(filePath: string): void {
  const file = statSync(filePath, { throwIfNoEntry: false });
  if (file === undefined) throw new DecodeError(FILE_NOT_THERE);
  // A pipe would block the thread forever.
  if (!file.isFile()) throw new DecodeError("This is not a regular file");
  if (file.size === 0) throw new DecodeError("The file is empty");
}

/**
 * Decodes the best audio stream of a file or feed to the programme's format. Create with `openDecoder` or
 * `openFeedDecoder`.
 */
export class Decoder {
  readonly #container: Container;
  readonly #codec = new CodecContext();
  readonly #frame = new Frame();
  #resampler: Resampler | undefined;
  #info: DecoderInfo | undefined;
  #bytePosition = 0;
  #secondsPerTick = 0;
  /** Presentation time of the first sample of a full decode; undefined when the container has no timestamps. */
  #originTicks: bigint | undefined;
  #hasFrame = false;
  #badInARow = 0;
  #badPackets = 0;
  #state: "reading" | "flushing" | "draining" | "ended" | "closed" = "reading";
  #discardSamples = 0;

  /** @param container owned by the decoder from now on */
  constructor(container: Container) {
    this.#container = container;
    this.#frame.alloc();
  }

  get info(): DecoderInfo {
    if (this.#info === undefined) throw new DecodeError("The file is not open");
    return this.#info;
  }

  /** Duration declared by the file; null when it declares none. */
  get declaredMs(): number | null {
    const ticks = this.#container.audioStream.duration;
    const isKnown = ticks !== AV_NOPTS_VALUE && ticks > 0n;
    return isKnown ? Math.round(Number(ticks) * this.#secondsPerTick * 1000) : null;
  }

  /** Byte position in the feed that the newest sound comes from. */
  get bytePosition(): number {
    return this.#bytePosition;
  }

  /** Lengthens the next second of a feed by this share; negative shortens it. */
  stretch(share: number): void {
    this.#resampler?.stretch(share);
  }

  /** Opens the codec and decodes the first frame, so an open decoder has sound. Called once, by the functions above. */
  begin(): void {
    this.#info = openCodec(this.#codec, this.#container);
    const { num, den } = this.#container.audioStream.timeBase;
    this.#secondsPerTick = num / den;
    if (!this.#nextFrame()) throw new DecodeError("The file holds no sound that can be decoded");
    this.#hasFrame = true;
    this.#originTicks = this.#frame.pts === AV_NOPTS_VALUE ? undefined : this.#frame.pts;
  }

  /**
   * Skips forward so that the next sample read is the one at `offsetMs` of a full decode. Call only before the first
   * `read`. An offset past the end leaves nothing to read.
   * @param isOutdated polled often, since a skip far into a long file takes seconds; once true, the skip stops anywhere
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
    // Discards undecoded packets rather than seeking: in MP3 without an index a seek is a guess.
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
      if (this.#container.packet.pts !== AV_NOPTS_VALUE && this.#container.packet.pts >= ticks) {
        this.#sendPacket();
        return;
      }
      this.#container.packet.unref();
    }
  }

  /**
   * The next piece of sound, interleaved stereo float32 at 44.1 kHz; undefined at the end. The view is valid until the
   * next call, and empty while decoding the lead-in to a skip. A truncated file ends where its sound does.
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
      if (rest.length > 0) return rest; // keep the frame for the next call
      current.close();
      this.#resampler = undefined;
    }
    this.#resampler ??= new Resampler(this.#frame, {
      format: this.#codec.sampleFormat,
      isStretchable: this.#container.isFeed,
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
    if (this.#container.isFeed && this.#container.packet.pos >= 0n)
      this.#bytePosition = Number(this.#container.packet.pos);
    const code = this.#codec.sendPacketSync(this.#container.packet);
    this.#container.packet.unref();
    if (code < 0 && code !== AVERROR_EAGAIN) this.#countBad(code);
  }

  /** Reads the next packet of our stream. @returns false at the end of the file */
  #readPacket(): boolean {
    for (;;) {
      const code = this.#container.readPacket();
      if (code === AVERROR_EOF) {
        this.#state = "flushing";
        return false;
      }
      if (code >= 0) return true;
      this.#countBad(code);
    }
  }

  #countBad(code: number): void {
    this.#badInARow += 1;
    this.#badPackets += 1;
    const [isFeed, badInARow, badPackets] = [
      this.#container.isFeed,
      this.#badInARow,
      this.#badPackets,
    ];
    if (!isHopeless({ isFeed, badInARow, badPackets })) return;
    this.#state = "ended";
    throw new DecodeError(`The sound in the file is damaged (${FFmpegError.strerror(code)})`);
  }

  /** Frees the native memory; idempotent. */
  close(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#resampler?.close();
    this.#frame.free();
    this.#codec.freeContext();
    this.#container.close();
  }
}

/** Consecutive undecodable packets: a second or two of sound. */
const MAX_BAD_IN_A_ROW = 50;
const MAX_BAD_OF_FILE = 1000;

/** [P46] Whether to give up on this input. */
export function isHopeless({
  isFeed,
  badInARow,
  badPackets,
}: {
  readonly isFeed: boolean;
  readonly badInARow: number;
  /** Total since the start. */
  readonly badPackets: number;
}): boolean {
  // A feed may run for days, so occasional damage must not add up.
  return badInARow > MAX_BAD_IN_A_ROW || (!isFeed && badPackets > MAX_BAD_OF_FILE);
}
