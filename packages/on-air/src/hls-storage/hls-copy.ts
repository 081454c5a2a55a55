import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@neonrelay/process/log";
import type { HlsStorage, HlsStorageState } from "../protocol/index.ts";
import { placeOf } from "../storage/s3-rules.ts";
import { S3Storage, StorageError } from "../storage/s3-storage.ts";
import {
  mediaPlaylist,
  PLAYLIST_TYPE,
  SEGMENT_CACHING,
  SEGMENT_TYPE,
  type HlsSegment,
} from "../stream/hls/hls-playlist.ts";
import type { Hls } from "../stream/hls/hls.ts";
import { lostBetween, nextStep, retryDelayMs, secondsBehind } from "./copy-rules.ts";
import { CLAIM_NAME, FolderClaim } from "./folder-claim.ts";
import { makeSegmentNames, PLAYLIST_NAME, SegmentSweep } from "./stored-segments.ts";

/** Players get a new playlist each second; caches serve the last one while the storage is away. */
const PLAYLIST_CACHING = "public, max-age=1, stale-if-error=60";
/** Limit for segments without an answer; while a storage is away every segment becomes one. */
const MAX_UNSURE = 500;
/** Limit for all requests that withdraw the copy. */
const WITHDRAW_LIMIT_MS = 15_000;

/** Time limits, in ms; shorter in tests. */
export interface CopyTiming {
  /** For one request, not counting the transfer of its content. */
  readonly requestLimitMs: number;
  /** How long to keep a segment after it leaves the playlist: caches may serve an old playlist for a minute. */
  readonly keptMs: number;
  readonly sweepPauseMs: number;
  /** Maximum interval between checks and rewrites of the folder's claim. */
  readonly claimMs: number;
  /** How long another run's claim must stay unchanged to count as abandoned. */
  readonly silentMs: number;
}

export const usualCopyTiming: CopyTiming = {
  requestLimitMs: 10_000,
  keptMs: 5 * 60_000,
  sweepPauseMs: 6000,
  claimMs: 30_000,
  silentMs: 120_000,
};

interface CopyParts {
  readonly hls: Pick<Hls, "listed" | "onSegment">;
  readonly storage: HlsStorage;
  /** Identifies this on-air to other copiers; survives restarts. */
  readonly owner: string;
  /** Resolves once an earlier copy at the same place has ended. */
  readonly after: Promise<void>;
  readonly onStateChanged: () => void;
  readonly timing: CopyTiming;
  /** Returns numbers from 0 to below 1. */
  readonly random: () => number;
  readonly log: Logger;
}

type CopyState = Omit<HlsStorageState, "behindSeconds">;

/**
 * Copies HLS to a storage, one request at a time, for as long as it is wanted. The storage may be away or slow: the
 * backlog is just the station's own window, and nothing waits for the copy.
 */
export class HlsCopy {
  readonly #parts: CopyParts;
  readonly #closing = new AbortController();
  /** Aborts requests under way. */
  readonly #requests = new AbortController();
  readonly #names = makeSegmentNames();
  readonly #storage: S3Storage;
  readonly #claim: FolderClaim;
  readonly #sweep: SegmentSweep;
  readonly #unsubscribe: () => void;
  readonly #running: Promise<void>;
  /** Names of segments that the storage has and still needs. */
  readonly #stored = new Set<string>();
  /** Names of segments sent without an answer so far: the storage may have them. */
  readonly #unsure = new Set<string>();
  /** Segments of the playlist the storage last took. */
  #listed: readonly HlsSegment[] = [];
  #listedAtMs = -Infinity;
  #onNews: () => void = () => {};
  #state: CopyState;

  /** Starts at once. */
  constructor(parts: CopyParts) {
    this.#parts = parts;
    const { storage, timing, log } = parts;
    const { signal } = this.#closing;
    const { requestLimitMs, keptMs, sweepPauseMs: pauseMs, claimMs, silentMs } = timing;
    const patience = { tries: 1, lateTries: 1, requestLimitMs };
    this.#storage = new S3Storage(storage, this.#requests.signal, patience);
    const own = { owner: parts.owner, run: this.#names.run };
    this.#claim = new FolderClaim({ storage: this.#storage, own, claimMs, silentMs });
    this.#sweep = new SegmentSweep({
      storage: this.#storage,
      names: this.#names,
      keptMs,
      pauseMs,
      signal,
      log,
    });
    this.#state = {
      state: "copying",
      sinceMs: Date.now(),
      pushedAtMs: null,
      lostSegments: 0,
      problem: null,
      retryAtMs: null,
    };
    this.#unsubscribe = parts.hls.onSegment(() => this.#onNews());
    this.#running = this.#run();
  }

  get hls(): CopyParts["hls"] {
    return this.#parts.hls;
  }

  get place(): HlsStorage {
    return this.#parts.storage;
  }

  get state(): HlsStorageState {
    return { ...this.#state, behindSeconds: secondsBehind(this.#window, this.#listed) };
  }

  /** Stops copying. The copied files stay, for the next run of on-air. */
  async close(): Promise<void> {
    this.#requests.abort();
    await this.#end();
  }

  /** Stops copying and removes the copy, playlist first: the station goes off air there. */
  async withdraw(): Promise<void> {
    // An aborted request may still be carried out, after the removals.
    await this.#end();
    const { storage, timing, log } = this.#parts;
    const { requestLimitMs } = timing;
    const limit = AbortSignal.timeout(WITHDRAW_LIMIT_MS);
    const open = new S3Storage(storage, limit, { tries: 2, lateTries: 1, requestLimitMs });
    try {
      const own = [...this.#stored, ...this.#unsure];
      // Another station's playlist stays, even if it took the folder just now.
      const all = (await this.#claim.isStillHeld())
        ? [PLAYLIST_NAME, ...this.#sweep.waiting, ...own, CLAIM_NAME]
        : own;
      for (const name of new Set(all)) await open.remove(name);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      log.warn({ place: placeOf(storage), problem }, "HLS could not be removed from the storage");
    }
  }

  async #end(): Promise<void> {
    this.#unsubscribe();
    this.#closing.abort();
    this.#onNews();
    await this.#running;
    await this.#sweep.ended();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    const closed = new Promise((resolve) => signal.addEventListener("abort", resolve));
    await Promise.race([this.#parts.after, closed]);
    let failuresInARow = 0;
    while (!this.#closing.signal.aborted) {
      const news = Promise.withResolvers<void>();
      this.#onNews = news.resolve;
      try {
        const isIdle = !(await this.#step());
        failuresInARow = 0;
        if (isIdle) await news.promise;
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        failuresInARow += 1;
        await this.#waitAfter(error, failuresInARow);
      }
    }
  }

  /** Sends the next request to the storage. @returns false when there is nothing to do @throws StorageError */
  async #step(): Promise<boolean> {
    await this.#claim.hold();
    const window = this.#window;
    const step = nextStep({
      window,
      stored: this.#stored,
      listed: this.#listed,
      listedAgoMs: performance.now() - this.#listedAtMs,
    });
    switch (step.kind) {
      case "nothing":
        return false;
      case "segment": {
        const { name, bytes } = step.segment;
        const headers = { "content-type": SEGMENT_TYPE, "cache-control": SEGMENT_CACHING };
        this.#recordSent(name);
        await this.#storage.put(name, { body: bytes, headers });
        this.#unsure.delete(name);
        this.#stored.add(name);
        return true;
      }
      case "playlist": {
        const headers = { "content-type": PLAYLIST_TYPE, "cache-control": PLAYLIST_CACHING };
        await this.#storage.put(PLAYLIST_NAME, { body: mediaPlaylist(step.segments), headers });
        this.#recordListed(step.segments);
        return true;
      }
      default:
        return step satisfies never;
    }
  }

  #recordSent(name: string): void {
    this.#unsure.add(name);
    const [oldest = name] = this.#unsure;
    if (this.#unsure.size > MAX_UNSURE) this.#unsure.delete(oldest);
  }

  #recordListed(segments: readonly HlsSegment[]): void {
    const lostSegments = this.#state.lostSegments + lostBetween(this.#listed, segments);
    this.#listed = segments;
    this.#listedAtMs = performance.now();
    const needed = new Set([...this.#window, ...segments].map(({ name }) => name));
    const old = [...this.#stored, ...this.#unsure].filter((name) => !needed.has(name));
    for (const name of old) {
      this.#stored.delete(name);
      this.#unsure.delete(name);
    }
    this.#sweep.add(old);
    const { storage, log } = this.#parts;
    if (this.#state.state === "failing" || this.#state.pushedAtMs === null)
      log.info({ place: placeOf(storage) }, "HLS reaches the storage");
    this.#become({ state: "copying", pushedAtMs: Date.now(), lostSegments, retryAtMs: null });
  }

  async #waitAfter(failure: unknown, failuresInARow: number): Promise<void> {
    const { storage, random, log } = this.#parts;
    const isOfStorage = failure instanceof StorageError;
    const isRefusal = isOfStorage && failure.isRefusal;
    const text = isOfStorage ? failure.message : "an error in the station: see its log";
    // No storage failure may end the programme.
    if (!isOfStorage) log.error({ error: failure }, "copying HLS to the storage failed");
    else if (failuresInARow === 1)
      log.warn({ place: placeOf(storage), problem: text }, "HLS does not reach the storage");
    const delayMs = retryDelayMs({ failuresInARow, isRefusal, random: random() });
    const nowMs = Date.now();
    const problem = { text, atMs: nowMs };
    this.#become({ state: "failing", problem, retryAtMs: nowMs + delayMs });
    await delay(delayMs, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  #become(change: Partial<CopyState>): void {
    const isSame = change.state === this.#state.state;
    const sinceMs = isSame ? this.#state.sinceMs : Date.now();
    this.#state = { ...this.#state, ...change, sinceMs };
    this.#parts.onStateChanged();
  }

  /** The station's own list, under the names at the storage. */
  get #window(): readonly HlsSegment[] {
    return this.#parts.hls.listed.map((segment) => ({
      ...segment,
      name: this.#names.of(segment.name),
    }));
  }
}
