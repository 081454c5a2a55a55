import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import { titleIn } from "../packages/on-air/src/fetch/icy-reader.ts";
import { adtsLength } from "../packages/on-air/src/formats/codec-frames.ts";

/** ffmpeg's message when a mount ends. */
const END_OF_STREAM = /Stream ends prematurely|Input\/output error/;
const MAX_COMPLAINTS = 10;

/** ffmpeg as a mount's player, from now until the mount ends: counts the sound it has decoded. */
export class DecodingListener implements Disposable {
  readonly cid = randomUUID();
  readonly ended: Promise<unknown>;
  readonly #ffmpeg;
  readonly #rateHz: number;
  #samples = 0;
  readonly #complaints: string[] = [];

  constructor(mountUrl: string, rateHz: number) {
    this.#rateHz = rateHz;
    this.#ffmpeg = spawn(
      "ffmpeg",
      // One byte per sample.
      ["-nostdin", "-v", "error", "-i", `${mountUrl}?cid=${this.cid}`, "-map", "0:a"].concat([
        "-ac",
        "1",
        "-ar",
        String(rateHz),
        "-f",
        "u8",
        "pipe:1",
      ]),
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.#ffmpeg.stdout.on("data", (bytes: Buffer) => (this.#samples += bytes.length));
    createInterface({ input: this.#ffmpeg.stderr }).on("line", (line) => {
      if (!END_OF_STREAM.test(line) && this.#complaints.length < MAX_COMPLAINTS)
        this.#complaints.push(line);
    });
    this.ended = once(this.#ffmpeg, "close");
  }

  get decodedMs(): number {
    return (this.#samples / this.#rateHz) * 1000;
  }

  /** Decoder errors. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  get isOver(): boolean {
    return this.#ffmpeg.exitCode !== null;
  }

  [Symbol.dispose](): void {
    this.#ffmpeg.kill("SIGKILL");
  }
}

/** A title as an MP3 player finds it, with the amount of sound before it. */
interface FoundTitle {
  readonly text: string;
  readonly afterMs: number;
}

/** An MP3 player that keeps only the titles. */
export class TitleListener implements Disposable {
  readonly cid = randomUUID();
  /** Oldest first; the owner removes them. */
  titles: FoundTitle[] = [];
  readonly #abort = new AbortController();
  readonly #bytesPerMs: number;

  constructor(mountUrl: string, bitrateKbps: number) {
    this.#bytesPerMs = bitrateKbps / 8;
    const { signal } = this.#abort;
    const headers = { "Icy-MetaData": "1" };
    get(`${mountUrl}?cid=${this.cid}`, { headers, signal }, (response) => {
      this.#read(response).catch((error: unknown) => {
        if (!signal.aborted) console.error(error);
      });
    }).on("error", (error) => {
      if (!signal.aborted) console.error(error);
    });
  }

  [Symbol.dispose](): void {
    this.#abort.abort();
  }

  async #read(response: IncomingMessage): Promise<void> {
    const interval = Number(response.headers["icy-metaint"]);
    let rest = Buffer.alloc(0);
    let audioBytes = 0;
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError("expected a stream of bytes");
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const length = (rest[interval] ?? 0) * 16;
        const end = interval + 1 + length;
        if (rest.length < end) break;
        audioBytes += interval;
        const text = length === 0 ? null : titleIn(rest.subarray(interval + 1, end));
        if (text !== null) this.titles.push({ text, afterMs: audioBytes / this.#bytesPerMs });
        rest = rest.subarray(end);
      }
    }
  }
}

const POLL_MS = 300;
const AAC_FRAME_SAMPLES = 1024;

/** An HLS player that checks whether each segment begins where the frames of the previous ones ended. */
export class HlsListener implements Disposable {
  /** Sum over all segments since the first: frames minus the length in their names, in samples. */
  driftSamples = 0;
  segments = 0;
  missed = 0;
  #firstStart: number | null = null;
  #samples = 0;
  #newest = -1;
  readonly #timer: NodeJS.Timeout;

  constructor(baseUrl: string) {
    const playlist = `${baseUrl}/hls/audio.m3u8?cid=${randomUUID()}`;
    let isBusy = false;
    this.#timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      this.#poll(playlist)
        .catch((error: unknown) => console.error(error))
        .finally(() => (isBusy = false));
    }, POLL_MS);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #poll(playlist: string): Promise<void> {
    const response = await fetch(playlist);
    const text = await response.text();
    if (!response.ok) return;
    const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);
    const names = text.split("\n").filter((line) => line.endsWith(".aac"));
    for (const [index, name] of names.entries()) {
      const sequence = first + index;
      if (sequence <= this.#newest) continue;
      const segment = await fetch(new URL(name, playlist));
      const bytes = Buffer.from(await segment.arrayBuffer());
      if (this.#newest >= 0 && sequence !== this.#newest + 1) this.missed += 1;
      this.#newest = sequence;
      this.#take(Number.parseInt(name, 10), bytes);
    }
  }

  /** @param startSamples programme position of its first frame */
  #take(startSamples: number, bytes: Buffer): void {
    this.#firstStart ??= startSamples;
    // A missed segment is no drift.
    if (this.missed > 0) return;
    this.driftSamples = startSamples - this.#firstStart - this.#samples;
    this.segments += 1;
    for (let at = 0; at < bytes.length;) {
      if (bytes.toString("latin1", at, at + 3) === "ID3") at += 10 + syncSafe(bytes, at + 6);
      else {
        at += adtsLength(bytes, at);
        this.#samples += AAC_FRAME_SAMPLES;
      }
    }
  }
}

/** A length in an ID3 tag: four bytes of seven bits each. */
function syncSafe(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => sum * 128 + (bytes[at + index] ?? 0), 0);
}
