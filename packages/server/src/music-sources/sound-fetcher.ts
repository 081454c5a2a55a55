import type { Logger } from "@neonrelay/process/log";
import { statfs } from "node:fs/promises";
import { type Database, MINIMUM_FREE_BYTES } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import { saveFetchFailure, saveReach, type AwayTrack } from "./cached-sound-store.ts";
import { fetchSound, type FetchParts } from "./fetch-sound.ts";
import { findSource } from "./music-source-store.ts";
import type { StoredSource } from "./source-state-rules.ts";
import { chooseFetch, evict } from "./source-cache.ts";
import { pingSource } from "./subsonic-calls.ts";
import { SubsonicError } from "./subsonic-client.ts";
import { WorkLoop } from "./work-loop.ts";

interface FetcherParts {
  readonly sourceId: string;
  readonly database: Database;
  readonly events: StationEvents;
  readonly fetching: FetchParts;
  readonly log: Logger;
}

interface FetcherState {
  /** Why the source can't be reached; null: it can, as far as known. */
  readonly away: string | null;
  readonly tracksWanted: number;
  /** Why nothing can be added to the cache; null: it can. */
  readonly cacheProblem: string | null;
}

/** Why a track is skipped. */
interface Refusal {
  readonly reason: string;
  /** The fault may not be this track's. */
  readonly isDoubted: boolean;
}

const CHECK_INTERVAL_MS = 30_000;
const MEGABYTE = 1024 ** 2;
const NEWS_EVERY_MS = 30_000;

/** Fetches the sound of a source's tracks ahead of time, starting with the queue and the plan. */
export class SoundFetcher {
  readonly #parts: FetcherParts;
  readonly #loop: WorkLoop;
  /** The track whose fetch failed last; the fault may be the track's or the server's. */
  #stuckOn: string | null = null;
  /** Whether tracks were fetched since the last library event. */
  #hasNews = false;
  #saidAtMs = -Infinity;
  /** null: unknown since the server started. */
  #isReached: boolean | null = null;
  #state: FetcherState = { away: null, tracksWanted: 0, cacheProblem: null };

  constructor(parts: FetcherParts) {
    this.#parts = parts;
    this.#loop = new WorkLoop({
      work: () => this.#fetchNext(),
      onFailure: (error) => this.#recordFailure(error),
      everyMs: CHECK_INTERVAL_MS,
    });
  }

  get state(): FetcherState {
    return this.#state;
  }

  /** Call when the plan, the queue or the library has changed. */
  wake(): void {
    this.#loop.wake();
  }

  /** Call when the source may be reachable again. */
  tryNow(): void {
    this.#loop.tryNow();
  }

  async close(): Promise<void> {
    await this.#loop.close();
  }

  /** @returns whether to try another track at once */
  async #fetchNext(): Promise<boolean> {
    const { database, sourceId, fetching } = this.#parts;
    const source = await findSource(database.connection, sourceId);
    if (source?.isEnabled !== true) return false;
    if (this.#state.away !== null) await pingSource(source, fetching.signal);
    await this.#recordReached();
    const limitBytes = source.cacheMegabytes * MEGABYTE;
    const view = { sourceId, folder: fetching.folder, limitBytes };
    const choice = await chooseFetch(database.connection, view);
    const cacheProblem = choice.isFull
      ? "The cache is too small for what is planned: make it larger"
      : await findLackOfRoom(fetching.dataDir);
    this.#change({ tracksWanted: choice.wanted, cacheProblem });
    if (choice.tooLarge !== null) {
      const reason = "It is larger than the cache: make that larger";
      await this.#passOver(source, choice.tooLarge, { reason, isDoubted: false });
      return true;
    }
    if (choice.next === null || cacheProblem !== null) {
      this.#sayNews();
      return false;
    }
    const { track, leaving } = choice.next;
    await evict(database.connection, leaving);
    await this.#fetch(source, { track, limitBytes });
    const isLate = performance.now() - this.#saidAtMs >= NEWS_EVERY_MS;
    if (choice.wanted > 0 || isLate) this.#sayNews();
    return true;
  }

  async #fetch(
    source: StoredSource,
    { track, limitBytes }: { readonly track: AwayTrack; readonly limitBytes: number },
  ): Promise<void> {
    const { fetching } = this.#parts;
    const { trackId } = track;
    const isSecondTry = this.#stuckOn === trackId;
    this.#stuckOn = trackId;
    const refusal = await whyRefused(
      () => fetchSound(fetching, { server: source, track, limitBytes }),
      { isSecondTry },
    );
    this.#stuckOn = null;
    this.#hasNews = true;
    if (refusal !== null) await this.#passOver(source, track, refusal);
  }

  async #passOver(
    source: StoredSource,
    { title, artist, trackId }: AwayTrack,
    refusal: Refusal,
  ): Promise<void> {
    const { database, log } = this.#parts;
    this.#hasNews = true;
    const { reason } = refusal;
    log.warn({ source: source.name, title, artist, reason }, "can't fetch a track: skipped");
    await database.transaction((transaction) =>
      saveFetchFailure(transaction, { trackId, ...refusal }),
    );
  }

  /**
   * Everything derived from the library is rebuilt on this event, so it is not sent for each track that merely fills
   * the cache.
   */
  #sayNews(): void {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    this.#saidAtMs = performance.now();
    this.#parts.events.publish({ type: "library.changed" });
  }

  async #recordFailure(error: unknown): Promise<void> {
    const { sourceId, log } = this.#parts;
    if (!(error instanceof SubsonicError)) {
      log.error({ error, sourceId }, "can't fetch from a music source; trying again");
      return;
    }
    const reason = error.message;
    if (this.#state.away !== reason)
      log.warn({ sourceId, reason }, "can't fetch from a music source; trying again");
    this.#change({ away: reason });
    this.#isReached = false;
    try {
      await this.#saveReach(false);
    } catch (cause) {
      log.error({ error: cause, sourceId }, "can't record that a music source is offline");
    }
  }

  async #recordReached(): Promise<void> {
    this.#change({ away: null });
    if (this.#isReached === true) return;
    await this.#saveReach(true);
    this.#isReached = true;
  }

  async #saveReach(isReached: boolean): Promise<void> {
    const { database, sourceId, events } = this.#parts;
    const changed = await saveReach(database.connection, { sourceId, isReached });
    if (changed > 0) events.publish({ type: "library.changed" });
  }

  #change(change: Partial<FetcherState>): void {
    this.#state = { ...this.#state, ...change };
  }
}

/**
 * A refusal concerns that file. Any other failure is the server's, unless the server recovers and the same file fails
 * again: it would block all others.
 * @returns null when it was fetched
 */
async function whyRefused(
  work: () => ReturnType<typeof fetchSound>,
  { isSecondTry }: { readonly isSecondTry: boolean },
): Promise<Refusal | null> {
  try {
    const outcome = await work();
    return outcome.kind === "refused" ? { reason: outcome.reason, isDoubted: false } : null;
  } catch (error) {
    if (!(error instanceof SubsonicError)) throw error;
    if (error.concerns === "request") return { reason: error.message, isDoubted: false };
    if (isSecondTry) return { reason: error.message, isDoubted: true };
    throw error;
  }
}

async function findLackOfRoom(dataDir: string): Promise<string | null> {
  const disk = await statfs(dataDir);
  const isFree = disk.bavail * disk.bsize >= 2 * MINIMUM_FREE_BYTES;
  return isFree ? null : "The disk of the data folder is nearly full: fetching has stopped";
}
