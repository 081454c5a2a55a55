import { once } from "node:events";
import type { Logger } from "@neonrelay/process/log";
import { FetchError } from "../fetch/fetch-error.ts";
import type { HlsPiece } from "../fetch/hls-reader.ts";
import type { OpenedStream } from "../fetch/open-stream.ts";
import { TitlePace } from "../feeds/title-pace.ts";
import { type ForeignTitle, readStreamTitle } from "../fetch/icy-reader.ts";
import type { EngineFeed, FindRestart } from "../engine-host/engine-feeds.ts";
import { OggPages } from "../feeds/ogg-pages.ts";
import type { InBandTitle } from "../feeds/vorbis-comment.ts";

/** How much to buffer before a stream goes on air: about 4 s at 128 kbit/s. */
const ENOUGH_BYTES = 64 * 1024;
/** Or this much, after the time below: for a stream sent in real time. */
const FEW_BYTES = 4 * 1024;
const ENOUGH_MS = 3500;
/** Limit from the first connection to a filled buffer. */
const OPEN_LIMIT_MS = 20_000;

type SessionState =
  | { readonly kind: "opening" }
  | { readonly kind: "ready"; readonly format: string | null }
  /** @param reason a sentence; null: it has come to its end */
  | { readonly kind: "ended"; readonly reason: string | null };

/** Opens a feed once the engine wants to play the stream. */
interface FeedOpener {
  readonly openFeed: (find: RestartPlaces["find"]) => EngineFeed;
  /** @returns the feed's mark from there on */
  readonly addTitle: (title: ForeignTitle) => number;
}

/** One connection to an external stream: opened, buffered until the engine wants it, then written into its feed. */
export class StreamSession {
  readonly #closing = new AbortController();
  readonly #attached = Promise.withResolvers<FeedOpener>();
  readonly #artist: string;
  readonly #onChanged: () => void;
  #state: SessionState = { kind: "opening" };
  #feed: EngineFeed | null = null;
  readonly #titles = new TitlePace((title) => this.#showTitle(title));
  #title: ForeignTitle | null = null;
  /** null: the engine does not have it yet. */
  #opener: FeedOpener | null = null;

  /**
   * @param artist for titles that name none
   * @param onChanged called when the state changes
   */
  constructor({
    open,
    artist,
    log,
    onChanged,
  }: {
    readonly open: (signal: AbortSignal) => Promise<OpenedStream>;
    readonly artist: string;
    readonly log: Logger;
    readonly onChanged: () => void;
  }) {
    this.#artist = artist;
    this.#onChanged = onChanged;
    this.#run(open).catch((error: unknown) => {
      log.error({ error }, "gave up on an external stream");
      this.#end("The station could not read the stream");
    });
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The engine has the play; called once, when ready. */
  attach(opener: FeedOpener): void {
    this.#attached.resolve(opener);
  }

  close(): void {
    this.#closing.abort();
    this.#titles.close();
    this.#feed?.destroy();
  }

  async #run(open: (signal: AbortSignal) => Promise<OpenedStream>): Promise<void> {
    const { signal } = this.#closing;
    const slow = new AbortController();
    const timer = setTimeout(() => slow.abort(), OPEN_LIMIT_MS);
    let reason: string | null = null;
    try {
      const { format, pieces } = await open(AbortSignal.any([signal, slow.signal]));
      const held = await holdEnough(pieces);
      clearTimeout(timer);
      if (signal.aborted) return;
      this.#change({ kind: "ready", format });
      const opener = await this.#attachment();
      if (opener !== null) await this.#write({ held, pieces, format, opener });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof FetchError)) throw error;
      reason = slow.signal.aborted ? "The stream comes too slowly" : error.message;
    } finally {
      clearTimeout(timer);
      // What has arrived is heard to its end.
      this.#feed?.end();
    }
    this.#end(reason);
  }

  #end(reason: string | null): void {
    if (!this.#closing.signal.aborted) this.#change({ kind: "ended", reason });
  }

  #change(state: SessionState): void {
    this.#state = state;
    this.#onChanged();
  }

  /** @returns null when it is closed first */
  async #attachment(): Promise<FeedOpener | null> {
    const { signal } = this.#closing;
    const closed = Promise.withResolvers<null>();
    const onClose = (): void => closed.resolve(null);
    signal.addEventListener("abort", onClose, { once: true });
    if (signal.aborted) onClose();
    return await Promise.race([this.#attached.promise, closed.promise]);
  }

  async #write({
    held,
    pieces,
    format,
    opener,
  }: {
    readonly held: readonly HlsPiece[];
    readonly pieces: OpenedStream["pieces"];
    readonly format: string | null;
    readonly opener: FeedOpener;
  }): Promise<void> {
    const places = followPlaces(format, (title) => this.#offerTitle(title));
    const feed = opener.openFeed(places.find);
    this.#feed = feed;
    this.#opener = opener;
    // The engine can't join it midway: the feed is gone, and the play ends.
    feed.on("error", () => this.#closing.abort());
    for (const piece of held) await this.#writePiece(piece, { feed, places });
    for await (const piece of pieces) await this.#writePiece(piece, { feed, places });
  }

  async #writePiece(
    piece: HlsPiece,
    { feed, places }: { readonly feed: EngineFeed; readonly places: RestartPlaces },
  ): Promise<void> {
    const { signal } = this.#closing;
    if (piece.kind === "title") {
      const title = readStreamTitle(piece.text, this.#artist);
      if (title !== null) this.#titles.offer(title);
      return;
    }
    places.add(piece);
    if (feed.destroyed || feed.write(piece.bytes)) return;
    await once(feed, "drain", { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** Offers a title found in the stream; without an artist it is parsed like any other. */
  #offerTitle({ artist, title }: ForeignTitle): void {
    const read = artist === "" ? readStreamTitle(title, this.#artist) : { artist, title };
    if (read !== null) this.#titles.offer(read);
  }

  #showTitle(title: ForeignTitle): void {
    const { artist, title: before } = this.#title ?? {};
    if (this.#feed === null || this.#opener === null || this.#feed.destroyed) return;
    if (title.artist === artist && title.title === before) return;
    this.#title = title;
    this.#feed.mark(this.#opener.addTitle(title));
  }
}

/** @returns what arrived until there was enough, or the stream was over */
async function holdEnough(pieces: OpenedStream["pieces"]): Promise<readonly HlsPiece[]> {
  const held: HlsPiece[] = [];
  let bytes = 0;
  let sinceMs: number | null = null;
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) break;
    held.push(next.value);
    if (next.value.kind === "title") continue;
    bytes += next.value.bytes.length;
    sinceMs ??= performance.now();
    const isLong = bytes >= FEW_BYTES && performance.now() - sinceMs >= ENOUGH_MS;
    if (bytes >= ENOUGH_BYTES || isLong) break;
  }
  if (bytes === 0) throw new FetchError("The server sends nothing");
  // The first title applies to the sound before it: a server sends it at the first metadata interval.
  const title = held.find(({ kind }) => kind === "title");
  return title === undefined ? held : [title, ...held];
}

/** More fragments than the engine holds unheard. */
const KEPT_FRAGMENTS = 100;
/** Formats that can be joined anywhere. */
const ANYWHERE: readonly string[] = ["mp3", "aac", "mpegts"];

/** Follows what is written into a feed, to know where a new engine can join it. */
interface RestartPlaces {
  readonly add: (piece: Exclude<HlsPiece, { kind: "title" }>) => void;
  readonly find: FindRestart;
}

/**
 * @param format FFmpeg's name of it; null: unknown
 * @param onTitle gets titles found in the stream, before the bytes after them
 */
function followPlaces(format: string | null, onTitle: (title: InBandTitle) => void): RestartPlaces {
  if (format === "mov") return fragmentPlaces();
  if (format === "ogg") {
    const pages = new OggPages(onTitle);
    return { add: ({ bytes }) => pages.add(bytes), find: (place) => pages.restartAt(place) };
  }
  if (format !== null && ANYWHERE.includes(format))
    return { add: () => {}, find: (place) => ({ preamble: Buffer.alloc(0), from: place }) };
  return { add: () => {}, find: () => null };
}

/** fMP4 can be joined at its next fragment, after its initialisation; a stream in one piece can't be joined. */
function fragmentPlaces(): RestartPlaces {
  let init: Buffer | null = null;
  let places: readonly number[] = [];
  let written = 0;
  return {
    add: ({ kind, bytes }) => {
      if (kind === "init") init = bytes;
      else if (init !== null) places = [...places.slice(-KEPT_FRAGMENTS), written];
      written += bytes.length;
    },
    find: (place) => {
      const from = places.find((fragment) => fragment >= place);
      return init === null || from === undefined ? null : { preamble: init, from };
    },
  };
}
