import { connect, type Socket } from "node:net";
import { mp3FrameLength } from "@neonrelay/process/mp3-frame-rules";

const RETRY_MS = 50;

/** Many players of the MP3 stream in this process; each reconnects at once when cut off. */
export class Crowd implements Disposable {
  readonly #players: readonly Player[];

  constructor(streamUrl: string, count: number) {
    this.#players = Array.from({ length: count }, () => new Player(new URL(streamUrl)));
  }

  /** Players that received sound within the last second. */
  get hearing(): number {
    const now = performance.now();
    return this.#players.filter(({ heardAtMs }) => now - heardAtMs < 1000).length;
  }

  get cutOff(): number {
    return this.#players.reduce((sum, { cuts }) => sum + cuts, 0);
  }

  /** How often a frame did not start where the previous one ended, so a byte was lost. */
  get brokenFrames(): number {
    return this.#players.reduce((sum, { broken }) => sum + broken, 0);
  }

  get frames(): number {
    return this.#players.reduce((sum, { frames }) => sum + frames, 0);
  }

  /** The longest time, over all players, from the last byte before a cut to the first after it, in ms. */
  get longestSilenceMs(): number {
    return Math.max(...this.#players.map(({ longestSilenceMs }) => longestSilenceMs));
  }

  forgetSilence(): void {
    for (const player of this.#players) player.longestSilenceMs = 0;
  }

  [Symbol.dispose](): void {
    for (const player of this.#players) player.end();
  }
}

class Player {
  readonly #url: URL;
  #socket: Socket | null = null;
  #isEnded = false;
  #head: Buffer | null = Buffer.alloc(0);
  /** Bytes to the next frame; null: unknown yet. */
  #left: number | null = null;
  #rest = Buffer.alloc(0);
  heardAtMs = -Infinity;
  cuts = 0;
  broken = 0;
  frames = 0;
  longestSilenceMs = 0;

  constructor(url: URL) {
    this.#url = url;
    this.#connect();
  }

  end(): void {
    this.#isEnded = true;
    this.#socket?.destroy();
  }

  #connect(): void {
    if (this.#isEnded) return;
    const socket = connect(Number(this.#url.port), this.#url.hostname);
    this.#socket = socket;
    this.#head = Buffer.alloc(0);
    this.#left = null;
    this.#rest = Buffer.alloc(0);
    let hasHeard = false;
    socket.write(`GET ${this.#url.pathname} HTTP/1.0\r\nHost: ${this.#url.host}\r\n\r\n`);
    socket.on("data", (chunk: Buffer) => {
      const audio = this.#behindHead(chunk);
      if (audio.length === 0) return;
      hasHeard = true;
      const now = performance.now();
      if (this.cuts > 0)
        this.longestSilenceMs = Math.max(this.longestSilenceMs, now - this.heardAtMs);
      this.heardAtMs = now;
      this.#walk(audio);
    });
    socket.on("error", () => {}); // 'close' follows
    socket.on("close", () => {
      if (hasHeard && !this.#isEnded) this.cuts++;
      setTimeout(() => this.#connect(), RETRY_MS);
    });
  }

  /** A response other than 200 has no audio. */
  #behindHead(chunk: Buffer): Buffer {
    if (this.#head === null) return chunk;
    const all = Buffer.concat([this.#head, chunk]);
    const end = all.indexOf("\r\n\r\n");
    const isRefusal = !/^HTTP\/1\.\d 200|^ICY 200/.test(all.subarray(0, 16).toString("latin1"));
    if (end === -1 || isRefusal) {
      this.#head = all;
      return Buffer.alloc(0);
    }
    this.#head = null;
    return all.subarray(end + 4);
  }

  #walk(audio: Buffer): void {
    const bytes = this.#rest.length === 0 ? audio : Buffer.concat([this.#rest, audio]);
    let at = this.#left ?? firstFrame(bytes);
    while (at + 4 <= bytes.length) {
      const length = mp3FrameLength(bytes, at);
      if (length === null) {
        this.broken++;
        at = bytes.length;
        this.#left = null;
        this.#rest = Buffer.alloc(0);
        return;
      }
      this.frames++;
      at += length;
    }
    // A header may extend past the end of this chunk.
    const kept = Math.min(at, bytes.length);
    this.#rest = Buffer.from(bytes.subarray(kept));
    this.#left = at - kept;
  }
}

function firstFrame(bytes: Buffer): number {
  for (let at = 0; at + 4 <= bytes.length; at++) {
    const length = mp3FrameLength(bytes, at);
    const next = length === null ? null : at + length;
    if (next !== null && (next + 4 > bytes.length || mp3FrameLength(bytes, next) !== null))
      return at;
  }
  return bytes.length;
}
