import path from "node:path";
import { AVMEDIA_TYPE_AUDIO } from "node-av/constants";
import { FormatContext, InputFormat, IOContext, Packet, type Stream } from "node-av/lib";
import { DecodeError, NO_AUDIO_STREAM, UNKNOWN_KIND } from "./decode-error.ts";
import { closeSync, openSync, readSync } from "node:fs";
import { createHash } from "node:crypto";

const TAG_HEADER_BYTES = 10;
/** Maximum consecutive ID3v2 tags to skip. */
const MAX_TAGS = 4;

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

/**
 * Format of a file that starts with an ID3v2 tag, by what follows the tag. If the tag is larger than FFmpeg's probe,
 * FFmpeg trusts the extension, which may be wrong.
 * @returns FFmpeg's format name; undefined without a tag, or to leave the detection to FFmpeg
 */
export function formatBehindTag(filePath: string): "mp3" | "aac" | "flac" | undefined {
  const file = openSync(filePath, "r");
  try {
    const bytes = Buffer.alloc(TAG_HEADER_BYTES);
    let at = 0;
    for (let tags = 0; tags <= MAX_TAGS; tags += 1) {
      if (readSync(file, bytes, 0, TAG_HEADER_BYTES, at) < TAG_HEADER_BYTES) return undefined;
      if (bytes.toString("latin1", 0, 3) !== "ID3") return at === 0 ? undefined : formatOf(bytes);
      at += TAG_HEADER_BYTES + tagBodyBytes(bytes);
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** ID3v2 §3.1: seven bits in each of four bytes; bit 4 of the flags announces a footer as long as the header. */
function tagBodyBytes(header: Buffer): number {
  const size = header.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return ((header[5] ?? 0) & 0x10) === 0 ? size : size + TAG_HEADER_BYTES;
}

function formatOf(bytes: Buffer): "mp3" | "aac" | "flac" | undefined {
  if (bytes.toString("latin1", 0, 4) === "fLaC") return "flac";
  const sync = bytes.readUInt16BE(0);
  if ((sync & 0xffe0) !== 0xffe0) return undefined;
  // ADTS has layer bits 00, which no MPEG audio has.
  return (sync & 0x0006) === 0 ? "aac" : "mp3";
}

/**
 * Digest of a file's encoded sound alone, so tags make no difference.
 * @throws DecodeError when there is no readable sound
 */
export function digestSound(filePath: string): string {
  const container = new Container();
  const hash = createHash("sha256");
  try {
    container.openFile(filePath);
    const { codecpar } = container.audioStream;
    hash.update(`${codecpar.codecId} ${codecpar.sampleRate} ${codecpar.channels}\n`);
    while (container.readPacket() >= 0) {
      const { data } = container.packet;
      if (data !== null) hash.update(data);
      container.packet.unref();
    }
    return hash.digest("hex");
  } finally {
    container.close();
  }
}
