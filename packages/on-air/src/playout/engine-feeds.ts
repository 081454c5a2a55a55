import { Writable } from "node:stream";
import { FEED_WINDOW_BYTES, type EngineEvent, type ToEngine } from "../engine/engine-protocol.ts";

/** Bytes of one message: a line of base64 that the engine's clock is not held up by. */
const MOST_BYTES_AT_ONCE = 16 * 1024;

type FeedMessage = Extract<ToEngine, { readonly kind: "feed" | "feed.end" }>;

/**
 * A stream that ends in a deck of the engine: what is written is decoded there, as fast as it is played. Tell the
 * engine of its play first. Destroy it when the play has ended; whoever writes owns it.
 */
export class EngineFeed extends Writable {
  readonly feedId: string;
  readonly #send: (message: FeedMessage) => void;
  #sentBytes = 0;
  #takenBytes = 0;
  #isEngineThere = true;
  /** What waits for the engine to take something. */
  #waiting: (() => void) | null = null;

  constructor({
    feedId,
    send,
    onClosed,
  }: {
    readonly feedId: string;
    readonly send: (message: FeedMessage) => void;
    readonly onClosed: () => void;
  }) {
    super({ highWaterMark: FEED_WINDOW_BYTES });
    this.feedId = feedId;
    this.#send = send;
    this.once("close", onClosed);
  }

  /** The engine's word of how much it has taken of this feed. */
  taken(bytes: number): void {
    this.#takenBytes = bytes;
    this.#goOn();
  }

  /** Another engine has been told of the play; what the former one had is lost. */
  engineBegan(): void {
    this.#isEngineThere = true;
    this.#sentBytes = 0;
    this.#takenBytes = 0;
    this.#goOn();
  }

  engineEnded(): void {
    this.#isEngineThere = false;
  }

  override _write(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    const room = this.#isEngineThere
      ? Math.min(MOST_BYTES_AT_ONCE, FEED_WINDOW_BYTES - (this.#sentBytes - this.#takenBytes))
      : 0;
    const piece = chunk.subarray(0, room);
    if (piece.length > 0) {
      this.#sentBytes += piece.length;
      this.#send({ kind: "feed", feedId: this.feedId, base64: piece.toString("base64") });
    }
    const rest = chunk.subarray(piece.length);
    if (rest.length === 0) done();
    else if (piece.length > 0) this._write(rest, "binary", done);
    else this.#waiting = () => this._write(rest, "binary", done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#send({ kind: "feed.end", feedId: this.feedId });
    done();
  }

  #goOn(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.();
  }
}

/** All feeds that are open. */
export class EngineFeeds {
  readonly #send: (message: FeedMessage) => void;
  readonly #feeds = new Map<string, EngineFeed>();

  constructor(send: (message: FeedMessage) => void) {
    this.#send = send;
  }

  open(feedId: string): EngineFeed {
    const feed = new EngineFeed({
      feedId,
      send: this.#send,
      onClosed: () => this.#feeds.delete(feedId),
    });
    this.#feeds.set(feedId, feed);
    return feed;
  }

  taken({ feedId, bytes }: Extract<EngineEvent, { readonly kind: "feed.taken" }>): void {
    this.#feeds.get(feedId)?.taken(bytes);
  }

  engineBegan(): void {
    for (const feed of this.#feeds.values()) feed.engineBegan();
  }

  engineEnded(): void {
    for (const feed of this.#feeds.values()) feed.engineEnded();
  }
}
