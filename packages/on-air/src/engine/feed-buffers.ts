import { ByteRing, createByteRingMemory, type ByteRingMemory } from "../audio/byte-ring.ts";
import type { DeckSource } from "../audio/deck-link.ts";
import type { EngineEvent, EnginePlay, ToEngine } from "./engine-protocol.ts";

/** Bytes taken between acknowledgements to on-air. */
const TELL_BYTES = 8 * 1024;
/** More than there are decks: includes plays that wait for one, or will never get one. */
const MAX_FEEDS = 8;

interface Feed {
  readonly memory: ByteRingMemory;
  readonly ring: ByteRing;
  /** A deck has it, or had it. */
  isLoaded: boolean;
  takenBytes: number;
  toldBytes: number;
}

/** The engine's end of each feed: on-air puts bytes in, decks take them out. Nothing here blocks. */
export class FeedBuffers {
  readonly #emit: (event: EngineEvent) => void;
  readonly #feeds = new Map<string, Feed>();

  constructor(emit: (event: EngineEvent) => void) {
    this.#emit = emit;
  }

  /** Announces a play: from now on the bytes of its feed, if it has one, are kept. */
  expect({ source }: EnginePlay): void {
    if (source.kind === "feed") this.#feedOf(source.feedId);
  }

  /** What a deck needs to play it. */
  sourceOf({ source, offsetMs }: EnginePlay): DeckSource {
    if (source.kind === "file") return { ...source, offsetMs };
    const feed = this.#feedOf(source.feedId);
    feed.isLoaded = true;
    return { kind: "feed", memory: feed.memory, format: source.format };
  }

  /** Drops bytes of a feed without a play. A feed that exceeds its window would have a hole, so it ends. */
  take(feedId: string, bytes: Uint8Array): void {
    const feed = this.#feeds.get(feedId);
    if (feed !== undefined && !feed.ring.write(bytes)) feed.ring.close();
  }

  /** Sets the feed's mark from that byte on. */
  mark({ feedId, atBytes, mark }: Extract<ToEngine, { readonly kind: "feed.mark" }>): void {
    this.#feeds.get(feedId)?.ring.marks.write(atBytes | 0, mark);
  }

  end(feedId: string): void {
    this.#feeds.get(feedId)?.ring.end();
  }

  /** Reports how much the decks have taken, and forgets feeds that left their deck. Call often. */
  poll(): void {
    for (const [feedId, feed] of this.#feeds) {
      if (feed.ring.isClosed) this.#feeds.delete(feedId);
      // The ring's counter overflows, the difference does not.
      feed.takenBytes += (feed.ring.readBytes - feed.takenBytes) | 0;
      if (feed.takenBytes - feed.toldBytes < TELL_BYTES) continue;
      feed.toldBytes = feed.takenBytes;
      this.#emit({ kind: "feed.taken", feedId, bytes: feed.takenBytes });
    }
  }

  #feedOf(feedId: string): Feed {
    const known = this.#feeds.get(feedId);
    if (known !== undefined) return known;
    const forgotten = [...this.#feeds].find(([, feed]) => !feed.isLoaded);
    if (this.#feeds.size >= MAX_FEEDS && forgotten !== undefined) this.#feeds.delete(forgotten[0]);
    const memory = createByteRingMemory();
    const feed = {
      memory,
      ring: new ByteRing(memory),
      isLoaded: false,
      takenBytes: 0,
      toldBytes: 0,
    };
    this.#feeds.set(feedId, feed);
    return feed;
  }
}
