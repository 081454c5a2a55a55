import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { ByteLog } from "../engine-host/byte-log.ts";
import type { EngineFeed, FindRestart } from "../engine-host/engine-feeds.ts";
import type { DjPlay, PlayTitle } from "../playout/plays.ts";
import type { DjKey } from "../protocol/index.ts";
import { OggPages } from "../feeds/ogg-pages.ts";
import { TitlePace } from "../feeds/title-pace.ts";
import { splitSong } from "./title-text.ts";

/** [P50] How much to buffer before a DJ goes on air: the engine's prebuffer plus a little. */
const GATHER_MS = 1700;
/** Enough whatever the time: only a sender faster than real time gets here before GATHER_MS. */
const GATHER_BYTES = 256 * 1024;
/** How much of a waiting DJ's sound is kept; older bytes are dropped. */
const KEPT_MS = 4500;
const KEPT_BYTES = 512 * 1024;
/** Resolution of the recorded arrival times. */
const ARRIVAL_STEP_MS = 20;
const ARRIVAL_STEP_BYTES = 16 * 1024;
/** A pause this long while buffering restarts the buffering. */
const MAX_PAUSE_MS = 2000;
/** Read limit for a waiting DJ, so that a file is not read to its end for nothing. */
const WAITING_BYTES_A_SECOND = 512 * 1024;

/** How a source introduced itself. */
export interface SourceInfo {
  readonly key: DjKey;
  readonly address: string;
  readonly userAgent: string;
  readonly contentType: string;
  /** FFmpeg's name. */
  readonly format: string;
}

interface SessionParts {
  readonly info: SourceInfo;
  /** The incoming bytes; the session destroys it. */
  readonly source: Readable;
  readonly openFeed: (feedId: string, findRestart: FindRestart) => EngineFeed;
  /** @returns the feed mark at which that title starts */
  readonly addFeedTitle: (title: PlayTitle) => number;
  readonly onClosed: () => void;
}

/**
 * One DJ's connection. While off air it keeps the newest bytes; on air it feeds them to the engine. Owns its source.
 */
export class DjSession {
  readonly id = randomUUID();
  readonly info: SourceInfo;
  readonly connectedAtMs = Date.now();
  /** Was silent for so long that it was taken off air. */
  isSilent = false;
  /** Wall clock of when it was first heard; null: not yet. */
  begunAtMs: number | null = null;
  /** Consecutive plays that never got on air. */
  failures = 0;
  /** Why it was ended, unless the DJ ended it. */
  endReason: string | null = null;
  readonly #parts: SessionParts;
  readonly #bytes = new ByteLog();
  readonly #pages: OggPages | null;
  /** When the bytes from each position arrived, in ms of `performance.now()`. */
  #arrivals: { readonly place: number; readonly atMs: number }[] = [];
  #lastByteAtMs = performance.now();
  #feed: { readonly stream: EngineFeed; readonly origin: number } | null = null;
  #title: PlayTitle | null = null;
  #resting: NodeJS.Timeout | null = null;
  #second = { beganAtMs: 0, bytes: 0 };

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.info = parts.info;
    const { source } = parts;
    const pace = new TitlePace((title) => this.setTitle(title));
    this.#pages = parts.info.format === "ogg" ? new OggPages((title) => pace.offer(title)) : null;
    source.once("close", () => {
      pace.close();
      if (this.#resting !== null) clearTimeout(this.#resting);
      parts.onClosed();
    });
  }

  get isConnected(): boolean {
    return !this.#parts.source.destroyed;
  }

  /** As last sent; null if never. */
  get title(): PlayTitle | null {
    return this.#title;
  }

  /** How long nothing has arrived, in ms; 0 while we are not reading. */
  get pauseMs(): number {
    return this.#parts.source.isPaused() ? 0 : performance.now() - this.#lastByteAtMs;
  }

  /** Whether it has sent enough, recently enough, to go on air. */
  get isReady(): boolean {
    const first = this.#arrivals[0];
    if (first === undefined || this.#feed !== null || this.pauseMs > MAX_PAUSE_MS) return false;
    const isLongEnough = performance.now() - first.atMs >= GATHER_MS;
    return isLongEnough || this.#bytes.end - first.place >= GATHER_BYTES;
  }

  /** Takes the next bytes of its sound. */
  take(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const nowMs = performance.now();
    if (this.#feed === null && nowMs - this.#lastByteAtMs > MAX_PAUSE_MS) this.#arrivals = [];
    this.#lastByteAtMs = nowMs;
    const feed = this.#feed?.stream;
    this.#recordArrival(nowMs);
    this.#bytes.add(bytes);
    // Before forwarding the bytes: a title in them is announced first.
    this.#pages?.add(bytes);
    this.#forgetOld(nowMs);
    if (feed === undefined) this.#restIfFast(bytes.length, nowMs);
    else if (!feed.write(bytes)) this.#waitFor(feed);
  }

  /** @param title from now on; empty for none */
  setTitle(title: PlayTitle): void {
    const text = title.artist === "" ? splitSong(title.title) : title;
    const { artist, title: before } = this.#title ?? { artist: null, title: null };
    if (text.artist === artist && text.title === before) return;
    this.#title = text;
    this.#feed?.stream.mark(this.#parts.addFeedTitle(this.announced));
  }

  /** The title listeners see now. */
  get announced(): PlayTitle {
    if (this.#title !== null && this.#title.title !== "") return this.#title;
    return { artist: this.info.key.djName, title: "Live" };
  }

  /** Goes on air, or tries to, starting with the buffered bytes. */
  beginPlay(playId: string): DjPlay {
    const { key, format } = this.info;
    const { djName } = key;
    return { kind: "live", playId, sessionId: this.id, djName, format, title: this.announced };
  }

  /** Sends the buffered bytes, then new ones as they arrive. The engine must already know the play. */
  openFeed(playId: string): void {
    const kept = this.#restartAt(this.#arrivals[0]?.place ?? this.#bytes.end);
    if (kept === null) return this.end("a stream of this kind can't be joined midway");
    const origin = kept.from - kept.preamble.length;
    const stream = this.#parts.openFeed(playId, (place) => {
      const restart = this.#restartAt(place + origin);
      return restart === null ? null : { ...restart, from: restart.from - origin };
    });
    stream.on("error", () => this.end("a stream of this kind can't be joined midway"));
    this.#feed = { stream, origin };
    stream.mark(this.#parts.addFeedTitle(this.announced));
    let isDrained = kept.preamble.length === 0 || stream.write(kept.preamble);
    for (let place = kept.from; place < this.#bytes.end;) {
      const bytes = this.#bytes.at(place, KEPT_BYTES);
      isDrained = stream.write(bytes);
      place += bytes.length;
    }
    this.#stopResting();
    if (!isDrained) this.#waitFor(stream);
    return undefined;
  }

  /**
   * Takes the DJ off air.
   * @param isInterrupted they resume after the interruption with their newest seconds; otherwise buffering starts over
   */
  closeFeed(isInterrupted: boolean): void {
    const feed = this.#feed;
    if (feed === null) return;
    this.#feed = null;
    if (!isInterrupted) this.#arrivals = [];
    feed.stream.destroy();
    this.#stopResting();
  }

  /** The DJ has gone: what they sent plays out. */
  finishFeed(): void {
    this.#feed?.stream.end();
  }

  /** Closes the connection. */
  end(reason: string): void {
    this.endReason ??= reason;
    this.#parts.source.destroy();
  }

  #restartAt(place: number): ReturnType<FindRestart> {
    if (this.#pages === null) return { preamble: Buffer.alloc(0), from: place };
    const restart = this.#pages.restartAt(place);
    // Bytes no longer kept can't be sent: use the next page.
    if (restart === null || restart.from >= this.#bytes.from) return restart;
    return { ...restart, from: this.#bytes.from };
  }

  /** Merges close arrivals, so that the list stays short however small a source's pieces are. */
  #recordArrival(atMs: number): void {
    const place = this.#bytes.end;
    const last = this.#arrivals.at(-1);
    const isNear =
      last !== undefined &&
      atMs - last.atMs < ARRIVAL_STEP_MS &&
      place - last.place < ARRIVAL_STEP_BYTES;
    if (!isNear) this.#arrivals.push({ place, atMs });
  }

  #forgetOld(nowMs: number): void {
    const isOld = ({ place, atMs }: { readonly place: number; readonly atMs: number }): boolean =>
      nowMs - atMs > KEPT_MS || this.#bytes.end - place > KEPT_BYTES;
    while (this.#arrivals[0] !== undefined && isOld(this.#arrivals[0])) this.#arrivals.shift();
    // Keep enough for an Ogg page that started earlier.
    const from = this.#arrivals[0]?.place ?? this.#bytes.end;
    this.#bytes.dropBefore(from - 64 * 1024);
  }

  #restIfFast(bytes: number, nowMs: number): void {
    if (nowMs - this.#second.beganAtMs >= 1000) this.#second = { beganAtMs: nowMs, bytes: 0 };
    this.#second.bytes += bytes;
    if (this.#second.bytes < WAITING_BYTES_A_SECOND || this.#resting !== null) return;
    const { source } = this.#parts;
    source.pause();
    this.#resting = setTimeout(() => this.#stopResting(), 1000);
  }

  #stopResting(): void {
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#resting = null;
    this.#lastByteAtMs = performance.now();
    this.#parts.source.resume();
  }

  #waitFor(stream: EngineFeed): void {
    if (stream.destroyed) return;
    this.#parts.source.pause();
    stream.once("drain", () => this.#stopResting());
  }
}
