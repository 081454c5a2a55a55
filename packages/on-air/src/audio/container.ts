import path from "node:path";
import { AVMEDIA_TYPE_AUDIO } from "node-av/constants";
import { FormatContext, InputFormat, IOContext, Packet, type Stream } from "node-av/lib";
import { DecodeError } from "./decode-error.ts";
import { NO_AUDIO_STREAM, UNKNOWN_KIND } from "./decode-reasons.ts";
import { formatBehindTag } from "./tagged-format.ts";

/** Containers we read. No playlist formats: they would open other files and URLs. */
const FORMATS =
  "mp3,flac,wav,w64,ogg,mov,mp4,m4a,aac,aiff,caf,ape,wv,matroska,webm,asf,tta,ac3,dsf,iff,mpc,mpc8";
/** Containers a feed may use: those readable without seeking. */
const FEED_FORMATS = "mp3,aac,ogg,flac,mpegts,mov,mp4,m4a,matroska,webm,wav";
/** Limits for probing a feed before the first sound: bytes, and µs of audio. */
const FEED_PROBE_BYTES = 128 * 1024;
const FEED_ANALYSE_US = 1_000_000;
const FEED_READ_BYTES = 4096;

/** Encoded sound that does not come from a file. */
export interface FeedInput {
  /** Blocks until there is data; null at the end. */
  readonly read: (limitBytes: number) => Buffer | null;
  /** FFmpeg's format name if known, e.g. from a Content-Type; null to detect it. */
  readonly format: string | null;
}

/** A device, as FFmpeg addresses it. */
export interface DeviceInput {
  /** FFmpeg's name for the input format. */
  readonly format: string;
  readonly device: string;
}

/** Reads the packets of the best audio stream from a file, feed or device. */
export class Container {
  /** The newest packet; whoever takes it must unref it. */
  readonly packet = new Packet();
  readonly #format = new FormatContext();
  /** null when FFmpeg does its own reading. */
  #io: IOContext | null = null;
  #streamIndex = -1;

  /** A feed arrives in real time and can't seek back. */
  get isFeed(): boolean {
    return this.#io !== null;
  }

  /** The best audio stream. @throws DecodeError when there is none */
  get audioStream(): Stream {
    const stream = this.#format.streams[this.#streamIndex];
    if (stream === undefined) throw new DecodeError(NO_AUDIO_STREAM);
    return stream;
  }

  /** Of the whole container, bit/s; 0 when unknown. */
  get bitRate(): bigint {
    return this.#format.bitRate;
  }

  /** @param filePath a regular file */
  openFile(filePath: string): void {
    const tagged = formatBehindTag(filePath);
    this.#prepare(FORMATS);
    this.#format.setOption("protocol_whitelist", "file");
    this.#open(`file:${path.resolve(filePath)}`, tagged ?? null);
  }

  openFeed({ read, format }: FeedInput): void {
    this.#prepare(FEED_FORMATS);
    // Only the bytes of this file: never open files it refers to.
    this.#format.setOption("protocol_whitelist", "none");
    this.#format.setOption("probesize", String(FEED_PROBE_BYTES));
    this.#format.setOption("analyzeduration", String(FEED_ANALYSE_US));
    this.#io = new IOContext();
    this.#io.allocContextWithCallbacks(FEED_READ_BYTES, 0, read, null, null);
    this.#format.pb = this.#io;
    this.#open("", format);
  }

  openDevice({ format, device }: DeviceInput): void {
    this.#prepare(format);
    this.#format.setOption("protocol_whitelist", "none");
    this.#open(device, format);
  }

  #prepare(formats: string): void {
    this.packet.alloc();
    this.#format.allocContext();
    this.#format.setOption("format_whitelist", formats);
  }

  #open(url: string, formatName: string | null): void {
    const format = formatName === null ? null : InputFormat.findInputFormat(formatName);
    if (this.#format.openInputSync(url, format, null) < 0) throw new DecodeError(UNKNOWN_KIND);
    if (this.#format.findStreamInfoSync(null) < 0)
      throw new DecodeError("The file is damaged: its streams can't be read");
    this.#streamIndex = this.#format.findBestStream(AVMEDIA_TYPE_AUDIO);
  }

  /** Reads the next packet of the audio stream. @returns FFmpeg's code; negative when there is none */
  readPacket(): number {
    for (;;) {
      const code = this.#format.readFrameSync(this.packet);
      if (code < 0 || this.packet.streamIndex === this.#streamIndex) return code;
      this.packet.unref();
    }
  }

  /** Frees the native memory; call once. */
  close(): void {
    this.packet.free();
    // FFmpeg does not own it; the binding would free it twice.
    if (this.#io !== null) this.#format.pb = null;
    this.#format.closeInputSync();
    this.#io?.freeContext();
  }
}
