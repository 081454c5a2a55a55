import { connect, type Socket } from "node:net";
import { crc32 } from "node:zlib";
import { mp3FrameLength } from "@neonrelay/process/mp3-frame-rules";
import {
  CONNECT_LIMIT_MS,
  reconnectDelayMs,
  STALL_LIMIT_MS,
} from "../../../web/src/features/player/playback-machine.ts";
import { frameMs, takeFrame, type PlayerBuffer } from "./heard-rules.ts";

const CHECK_INTERVAL_MS = 500;
/** A decoded listener reconnects first, so that it gets every frame the others get. */
const DECODED_RETRY_MS = 50;
/** And keeps this many from before `begin`, since the others get those a moment later. */
const DECODED_KEEPS_FRAMES = 250;
const HEAD_END = Buffer.from("\r\n\r\n");
const MAX_HEAD_BYTES = 16_384;

export const RATE_HZ = 44_100;
const FRAME_MS = frameMs(RATE_HZ);

/** What one listener received since `begin`. */
export interface Listening {
  /** Checksums of its frames, in order. */
  readonly sums: readonly number[];
  /** The frames themselves, for a decoded listener. */
  readonly frames: readonly Buffer[];
  /** How many of both came before `begin`: others get them later. */
  readonly kept: number;
  readonly drops: number;
  readonly stalledMs: number;
  readonly pausedMs: number;
  readonly hasSound: boolean;
}

/** A player of the MP3 mount that reconnects with the web player's timing and records its frames' checksums. */
export class CrowdListener implements Disposable {
  readonly #url: URL;
  readonly #keepsFrames: boolean;
  readonly #comesBackFirst: boolean;
  readonly #timer: NodeJS.Timeout;
  #socket: Socket | null = null;
  #retry: NodeJS.Timeout | null = null;
  #attempt = 0;
  #head: Buffer | null = Buffer.alloc(0);
  #rest = Buffer.alloc(0);
  #sums: number[] = [];
  #frames: Buffer[] = [];
  /** How many of them came before `begin`. */
  #kept = 0;
  #drops = 0;
  #pausedMs = 0;
  #lastAtMs: number | null = null;
  #buffer: PlayerBuffer = { emptyAtMs: 0, stalledMs: 0 };
  #isNew = true;
  #openedAtMs = 0;

  constructor({
    url,
    keepsFrames,
    comesBackFirst,
  }: {
    readonly url: string;
    /** For decoding. */
    readonly keepsFrames: boolean;
    /** Instead of the web player's timing: its frames reach the others later. */
    readonly comesBackFirst: boolean;
  }) {
    this.#url = new URL(url);
    this.#keepsFrames = keepsFrames;
    this.#comesBackFirst = comesBackFirst;
    this.#timer = setInterval(() => this.#look(), CHECK_INTERVAL_MS);
    this.#connect();
  }

  /** Forgets earlier frames, but not their times. */
  begin(): void {
    this.#sums = this.#keepsFrames ? this.#sums.slice(-DECODED_KEEPS_FRAMES) : [];
    this.#frames = this.#frames.slice(-DECODED_KEEPS_FRAMES);
    this.#kept = this.#sums.length;
    this.#drops = 0;
    this.#pausedMs = 0;
    this.#buffer = { ...this.#buffer, stalledMs: 0 };
  }

  /** Length of sound since `begin`. */
  get heardMs(): number {
    return (this.#sums.length - this.#kept) * FRAME_MS;
  }

  /** Whether sound arrived within that time. */
  isHearing(withinMs: number): boolean {
    return this.#lastAtMs !== null && performance.now() - this.#lastAtMs <= withinMs;
  }

  end(): Listening {
    const nowMs = performance.now();
    const isStalled = !this.#isNew && nowMs > this.#buffer.emptyAtMs;
    return {
      // A copy, since more arrive while these are judged.
      sums: [...this.#sums],
      frames: [...this.#frames],
      kept: this.#kept,
      drops: this.#drops,
      stalledMs: this.#buffer.stalledMs + (isStalled ? nowMs - this.#buffer.emptyAtMs : 0),
      pausedMs: Math.max(this.#pausedMs, this.#lastAtMs === null ? 0 : nowMs - this.#lastAtMs),
      hasSound: !this.#isNew,
    };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#socket?.destroy();
  }

  #connect(): void {
    this.#head = Buffer.alloc(0);
    this.#rest = Buffer.alloc(0);
    this.#isNew = true;
    this.#openedAtMs = performance.now();
    const socket = connect(Number(this.#url.port), this.#url.hostname);
    this.#socket = socket;
    socket.write(
      `GET ${this.#url.pathname} HTTP/1.0\r\nHost: ${this.#url.host}\r\nUser-Agent: chaos/1.0\r\n\r\n`,
    );
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("error", () => {}); // 'close' follows
    socket.once("close", () => this.#lose(socket));
  }

  #lose(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    if (!this.#isNew) {
      this.#drops += 1;
      this.#attempt = 0;
    }
    this.#isNew = true;
    this.#attempt += 1;
    const delayMs = this.#comesBackFirst
      ? DECODED_RETRY_MS
      : reconnectDelayMs({ attempt: this.#attempt, random: Math.random() });
    this.#retry = setTimeout(() => this.#connect(), delayMs);
  }

  /** Like the web player, drops a connection that stops sending, or sends nothing at first. */
  #look(): void {
    const nowMs = performance.now();
    const isUseless = this.#isNew
      ? nowMs - this.#openedAtMs > CONNECT_LIMIT_MS
      : nowMs - this.#buffer.emptyAtMs > STALL_LIMIT_MS;
    if (isUseless) this.#socket?.destroy();
  }

  #take(chunk: Buffer): void {
    const body = this.#head === null ? chunk : this.#readHead(Buffer.concat([this.#head, chunk]));
    if (body === null || body.length === 0) return;
    const nowMs = performance.now();
    this.#rest = Buffer.concat([this.#rest, body]);
    let at = 0;
    while (at < this.#rest.length) {
      const length = mp3FrameLength(this.#rest, at);
      if (length === null) {
        // A header can't be judged before it is complete.
        if (this.#rest.length - at < 4) break;
        at += 1;
      } else if (at + length > this.#rest.length) break;
      else {
        this.#takeFrame(this.#rest.subarray(at, at + length), nowMs);
        at += length;
      }
    }
    this.#rest = this.#rest.subarray(at);
  }

  /** @returns what follows the head; null: it is incomplete, or no sound follows */
  #readHead(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf(HEAD_END);
    if (end === -1 && bytes.length <= MAX_HEAD_BYTES) {
      this.#head = bytes;
      return null;
    }
    if (!bytes.toString("latin1", 0, 15).includes(" 200 ")) {
      this.#socket?.destroy();
      return null;
    }
    this.#head = null;
    return bytes.subarray(end + HEAD_END.length);
  }

  #takeFrame(frame: Buffer, nowMs: number): void {
    if (this.#lastAtMs !== null) this.#pausedMs = Math.max(this.#pausedMs, nowMs - this.#lastAtMs);
    this.#lastAtMs = nowMs;
    // A reconnecting player drops its old buffer.
    if (this.#isNew) this.#buffer = { ...this.#buffer, emptyAtMs: nowMs };
    this.#isNew = false;
    this.#buffer = takeFrame(this.#buffer, nowMs, FRAME_MS);
    this.#sums.push(crc32(frame));
    if (this.#keepsFrames) this.#frames.push(frame);
  }
}
