import type { Logger } from "@neonrelay/process/log";
import path from "node:path";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import { listWantedCovers, saveCover } from "./cached-sound-store.ts";
import { fetchCover, type FetchParts } from "./fetch-sound.ts";
import { findSource } from "./music-source-store.ts";
import type { StoredSource } from "./source-state-rules.ts";
import { isLookDue } from "./reading-rules.ts";
import { readSource } from "./read-source.ts";
import { pingSource } from "./subsonic-calls.ts";
import { SubsonicError } from "./subsonic-client.ts";
import { WorkLoop } from "./work-loop.ts";

interface ReaderParts {
  readonly sourceId: string;
  readonly database: Database;
  readonly events: StationEvents;
  readonly fetching: FetchParts;
  readonly log: Logger;
  readonly onRead: () => void;
}

interface ReaderState {
  readonly isReading: boolean;
  readonly albumsRead: number;
  /** Why the source could not be read, or null. */
  readonly failure: string | null;
  readonly oddity: string | null;
}

const CHECK_INTERVAL_MS = 30_000;
const COVERS_AT_ONCE = 20;

/** Reads the library of a source in the background, again and again. */
export class SourceReader {
  readonly #parts: ReaderParts;
  readonly #loop: WorkLoop;
  #isWanted = false;
  #state: ReaderState = { isReading: false, albumsRead: 0, failure: null, oddity: null };

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#loop = new WorkLoop({
      work: () => this.#readIfDue(),
      onFailure: (error) => this.#recordFailure(error),
      everyMs: CHECK_INTERVAL_MS,
    });
  }

  get state(): ReaderState {
    return this.#state;
  }

  /** Reads now instead of at the next interval. */
  read(): void {
    this.#isWanted = true;
    this.#loop.tryNow();
  }

  async close(): Promise<void> {
    await this.#loop.close();
  }

  async #readIfDue(): Promise<boolean> {
    const { database, sourceId } = this.#parts;
    const source = await findSource(database.connection, sourceId);
    if (source?.isEnabled !== true) return false;
    const isDue = isLookDue({
      nowMs: Date.now(),
      everyMs: source.everyMinutes * 60_000,
      lookedAtMs: source.lookedAt?.getTime() ?? null,
      isUnderWay: source.readOffset !== null,
      isWanted: this.#isWanted,
    });
    if (!isDue) return false;
    this.#change({ isReading: true, albumsRead: 0 });
    try {
      await this.#read(source);
    } finally {
      this.#change({ isReading: false });
    }
    return false;
  }

  async #read(source: StoredSource): Promise<void> {
    const { database, events, fetching, log, onRead } = this.#parts;
    const isWanted = this.#isWanted;
    // A request from here on means another reading.
    this.#isWanted = false;
    const { kind, problem } = await readSource(
      {
        database,
        events,
        signal: fetching.signal,
        pathOf: (trackId, extension) => path.join(fetching.folder, `${trackId}${extension}`),
        onAlbums: (albumsRead) => this.#change({ albumsRead }),
      },
      { source, isWanted },
    ).catch((error: unknown) => {
      this.#isWanted ||= isWanted;
      throw error;
    });
    this.#change({ failure: null, oddity: problem });
    if (kind === "later") {
      this.#isWanted ||= isWanted;
      return;
    }
    if (kind === "read") log.info({ source: source.name, problem }, "music source read");
    onRead();
    await this.#fetchCovers(source);
  }

  async #fetchCovers(source: StoredSource): Promise<void> {
    const { database, events } = this.#parts;
    const wanted = { sourceId: source.id, limit: COVERS_AT_ONCE };
    for (;;) {
      const covers = await listWantedCovers(database.connection, wanted);
      for (const coverId of covers) await this.#fetchCover(source, coverId);
      if (covers.length > 0) events.publish({ type: "library.changed" });
      if (covers.length < COVERS_AT_ONCE) return;
    }
  }

  /** A server that is otherwise healthy but fails on one cover must not block all others. */
  async #fetchCover(source: StoredSource, coverId: string): Promise<void> {
    const { database, fetching } = this.#parts;
    try {
      await fetchCover(fetching, { server: source, sourceId: source.id, coverId });
    } catch (error) {
      if (!(error instanceof SubsonicError)) throw error;
      await pingSource(source, fetching.signal);
      await saveCover(database.connection, { sourceId: source.id, coverId, artworkName: null });
    }
  }

  #recordFailure(error: unknown): void {
    const { sourceId, log } = this.#parts;
    if (!(error instanceof SubsonicError)) {
      log.error({ error, sourceId }, "can't read a music source; trying again");
      return;
    }
    const reason = error.message;
    if (this.#state.failure !== reason)
      log.warn({ sourceId, reason }, "can't read a music source; trying again");
    this.#change({ failure: reason });
  }

  #change(change: Partial<ReaderState>): void {
    this.#state = { ...this.#state, ...change };
  }
}
