import { Writable } from "node:stream";
import {
  FEED_WINDOW_BYTES,
  type BlockHeader,
  type EngineEvent,
  type ToEngine,
} from "../engine/engine-protocol.ts";
import { ByteLog } from "./byte-log.ts";

/** Bytes of one message: a line of base64 that the engine's clock is not held up by. */
const MAX_BYTES_AT_ONCE = 16 * 1024;
/** What comes before a restart has to leave room in the window for sound. */
const MAX_PREAMBLE_BYTES = FEED_WINDOW_BYTES / 2;

/** The longest Ogg page. This much before the sound on air is kept, so that there is a place to start again. */
const RESTART_MARGIN_BYTES = 64 * 1024;
/** More than ever is unheard: what the engine has in hand, decoded or not, of the densest stream. */
const MAX_UNHEARD_BYTES = 8 * 1024 * 1024;

type FeedMessage = Extract<ToEngine, { readonly kind: "feed" | "feed.end" | "feed.mark" }>;

/** How another engine begins in the middle of a stream. */
export interface FeedRestart {
  /** What has to come before, such as the headers of Ogg. */
  readonly preamble: Buffer;
  /** Place to go on from, at or before the one asked for. */
  readonly from: number;
}

/** Says how to begin again at a place, counted in bytes; null: that stream makes no sense without its beginning. */
export type FindRestart = (place: number) => FeedRestart | null;

const NOTHING = Buffer.alloc(0);
/** MPEG audio and ADTS can be entered anywhere. */
const anywhere: FindRestart = (place) => ({ preamble: NOTHING, from: place });

interface Mark {
  readonly place: number;
  readonly mark: number;
}

/**
 * A stream that ends in a deck of the engine: what is written is decoded there, as fast as it is played. Tell the
 * engine of its play first. Destroy it when the play has ended; the writer owns it. Should the engine die, the next
 * one gets again what no listener has heard. Places are bytes from the beginning of the stream.
 */
export class EngineFeed extends Writable {
  readonly feedId: string;
  readonly #send: (message: FeedMessage) => void;
  readonly #findRestart: FindRestart;
  readonly #unheard = new ByteLog();
  #marks: readonly Mark[] = [];
  /** What is sent next, what is heard next, and what the engine counts as its first byte. */
  #place = { next: 0, heard: 0, origin: 0 };
  /** As the engine counts. */
  #takenBytes = 0;
  #isEngineThere = true;
  #isOver = false;
  #isEndSent = false;
  /** The write that waits for the engine to take something. */
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
    // What has ended may not be heard yet: another engine gets it again until its play is over.
    super({ highWaterMark: FEED_WINDOW_BYTES, autoDestroy: false });
    this.feedId = feedId;
    this.#send = send;
    this.#findRestart = findRestart;
    this.once("close", onClosed);
  }

  /** What is written from here on has this mark; see `play.marked`. */
  mark(mark: number): void {
    // The write that is going on is counted by both.
    const place = this.#unheard.end + this.writableLength - (this.#writing?.bytes ?? 0);
    this.#marks = [...this.#marks, { place, mark }];
    if (this.#isEngineThere) this.#sendMark({ place, mark });
  }

  /** The engine's word of how much it has taken of this feed. */
  taken(bytes: number): void {
    this.#takenBytes = bytes;
    this.#pump();
  }

  /** The engine's word of which byte is heard next. */
  heard(bytes: number): void {
    const heard = Math.max(this.#place.heard, this.#place.origin + bytes);
    this.#place.heard = heard;
    this.#unheard.dropBefore(heard - RESTART_MARGIN_BYTES);
    const holding = this.#marks.findLastIndex(({ place }) => place <= heard);
    if (holding > 0) this.#marks = this.#marks.slice(holding);
  }

  /** Another engine has the play now; what the former one had is lost. */
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

  /** Sends as much as the engine has room for. */
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

/** All feeds that are open. */
export class EngineFeeds {
  readonly #send: (message: FeedMessage) => void;
  readonly #feeds = new Map<string, EngineFeed>();

  constructor(send: (message: FeedMessage) => void) {
    this.#send = send;
  }

  /** @param findRestart of streams that can't be entered anywhere */
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

  /** A block is on its way to the listeners. */
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
