import { Writable } from "node:stream";
import {
  FEED_WINDOW_BYTES,
  type BlockHeader,
  type EngineEvent,
  type ToEngine,
} from "../engine/engine-protocol.ts";
import { ByteLog } from "./byte-log.ts";

/** Bytes per message: a base64 line short enough not to delay the engine's clock. */
const MAX_BYTES_AT_ONCE = 16 * 1024;
/** A preamble must leave room in the window for sound. */
const MAX_PREAMBLE_BYTES = FEED_WINDOW_BYTES / 2;

/** The longest Ogg page. Keep this much before the sound on air, so that there is a page to restart from. */
const RESTART_MARGIN_BYTES = 64 * 1024;
/** More than is ever unheard: what the engine buffers, decoded or not, of the densest stream. */
const MAX_UNHEARD_BYTES = 8 * 1024 * 1024;

type FeedMessage = Extract<ToEngine, { readonly kind: "feed" | "feed.end" | "feed.mark" }>;

/** How a new engine starts in the middle of a stream. */
export interface FeedRestart {
  /** Bytes to send first, such as Ogg headers. */
  readonly preamble: Buffer;
  /** Position to continue from, at or before the one asked for. */
  readonly from: number;
}

/** Finds where to restart for a position in bytes; null: the stream can't be decoded without its start. */
export type FindRestart = (place: number) => FeedRestart | null;

const NOTHING = Buffer.alloc(0);
/** MPEG audio and ADTS can be joined anywhere. */
const anywhere: FindRestart = (place) => ({ preamble: NOTHING, from: place });

interface Mark {
  readonly place: number;
  readonly mark: number;
}

/**
 * A stream into one of the engine's decks, where it is decoded as fast as it plays. Tell the engine about its play
 * first, and destroy the feed when the play has ended; the writer owns it. If the engine dies, the next one is resent
 * whatever no listener has heard. Positions are bytes from the start of the stream.
 */
export class EngineFeed extends Writable {
  readonly feedId: string;
  readonly #send: (message: FeedMessage) => void;
  readonly #findRestart: FindRestart;
  readonly #unheard = new ByteLog();
  #marks: readonly Mark[] = [];
  /** Positions of what is sent next, what is heard next, and the engine's first byte. */
  #place = { next: 0, heard: 0, origin: 0 };
  /** In the engine's count. */
  #takenBytes = 0;
  #isEngineThere = true;
  #isOver = false;
  #isEndSent = false;
  /** The write waiting for the engine to take more. */
  #writing: { readonly bytes: number; readonly done: () => void } | null = null;

  constructor({
    feedId,
    send,
    findRestart,
    onClosed,
  }: {
    readonly feedId: string;
    readonly send: (message: FeedMessage) => void;
    readonly findRestart: FindRestart;
    readonly onClosed: () => void;
  }) {
    // A finished feed may not be heard yet: a new engine gets it again until its play is over.
    super({ highWaterMark: FEED_WINDOW_BYTES, autoDestroy: false });
    this.feedId = feedId;
    this.#send = send;
    this.#findRestart = findRestart;
    this.once("close", onClosed);
  }

  /** Sets a mark on everything written from here on; see `play.marked`. */
  mark(mark: number): void {
    // Both terms include the pending write.
    const place = this.#unheard.end + this.writableLength - (this.#writing?.bytes ?? 0);
    this.#marks = [...this.#marks, { place, mark }];
    if (this.#isEngineThere) this.#sendMark({ place, mark });
  }

  /** The engine reports how much of this feed it has taken. */
  taken(bytes: number): void {
    this.#takenBytes = bytes;
    this.#pump();
  }

  /** The engine reports which byte is heard next. */
  heard(bytes: number): void {
    const heard = Math.max(this.#place.heard, this.#place.origin + bytes);
    this.#place.heard = heard;
    this.#unheard.dropBefore(heard - RESTART_MARGIN_BYTES);
    const holding = this.#marks.findLastIndex(({ place }) => place <= heard);
    if (holding > 0) this.#marks = this.#marks.slice(holding);
  }

  /** A new engine has the play; whatever the old one had is lost. */
  engineBegan(): void {
    const { heard } = this.#place;
    const restart = heard === 0 ? anywhere(0) : this.#findRestart(heard);
    if (restart === null || restart.preamble.length > MAX_PREAMBLE_BYTES)
      return void this.destroy(new Error("this stream can't be joined midway"));
    const from = Math.max(restart.from, this.#unheard.from);
    this.#isEngineThere = true;
    this.#isEndSent = false;
    this.#takenBytes = 0;
    this.#place = { next: from, heard, origin: from - restart.preamble.length };
    for (const mark of this.#marks) this.#sendMark(mark);
    for (let at = 0; at < restart.preamble.length; at += MAX_BYTES_AT_ONCE)
      this.#sendBytes(restart.preamble.subarray(at, at + MAX_BYTES_AT_ONCE));
    this.#pump();
    return undefined;
  }

  engineEnded(): void {
    this.#isEngineThere = false;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#unheard.add(chunk);
    this.#unheard.dropBefore(this.#unheard.end - MAX_UNHEARD_BYTES);
    this.#writing = { bytes: chunk.length, done };
    this.#pump();
  }

  override _final(done: () => void): void {
    this.#isOver = true;
    this.#pump();
    done();
  }

  /** Sends as much as fits in the engine's window. */
  #pump(): void {
    const place = this.#place;
    while (this.#isEngineThere && place.next < this.#unheard.end) {
      const room = FEED_WINDOW_BYTES - (place.next - place.origin - this.#takenBytes);
      if (room <= 0) return;
      const bytes = this.#unheard.at(place.next, Math.min(room, MAX_BYTES_AT_ONCE));
      place.next += bytes.length;
      this.#sendBytes(bytes);
    }
    if (place.next < this.#unheard.end) return;
    if (this.#isOver && this.#isEngineThere && !this.#isEndSent) {
      this.#isEndSent = true;
      this.#send({ kind: "feed.end", feedId: this.feedId });
    }
    const writing = this.#writing;
    this.#writing = null;
    writing?.done();
  }

  #sendBytes(bytes: Buffer): void {
    this.#send({ kind: "feed", feedId: this.feedId, base64: bytes.toString("base64") });
  }

  #sendMark({ place, mark }: Mark): void {
    const atBytes = Math.max(0, place - this.#place.origin);
    this.#send({ kind: "feed.mark", feedId: this.feedId, atBytes, mark });
  }
}

/** All open feeds. */
export class EngineFeeds {
  readonly #send: (message: FeedMessage) => void;
  readonly #feeds = new Map<string, EngineFeed>();

  constructor(send: (message: FeedMessage) => void) {
    this.#send = send;
  }

  /** @param findRestart for streams that can't be joined anywhere */
  open(feedId: string, findRestart: FindRestart = anywhere): EngineFeed {
    const feed = new EngineFeed({
      feedId,
      send: this.#send,
      findRestart,
      onClosed: () => this.#feeds.delete(feedId),
    });
    this.#feeds.set(feedId, feed);
    return feed;
  }

  taken({ feedId, bytes }: Extract<EngineEvent, { readonly kind: "feed.taken" }>): void {
    this.#feeds.get(feedId)?.taken(bytes);
  }

  /** A block is on its way to listeners. */
  heard({ feed }: Pick<BlockHeader, "feed">): void {
    if (feed !== null) this.#feeds.get(feed.feedId)?.heard(feed.bytes);
  }

  engineBegan(): void {
    for (const feed of this.#feeds.values()) feed.engineBegan();
  }

  engineEnded(): void {
    for (const feed of this.#feeds.values()) feed.engineEnded();
  }
}
