import type { Logger } from "@neonrelay/process/log";
import { rm } from "node:fs/promises";
import type { Database } from "../database/database.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";
import type { FileIntake } from "../library/file-intake.ts";
import type { MediaRun } from "../media/media-runner.ts";
import { recordPlayed } from "./cached-sound-store.ts";
import { listSources } from "./music-source-store.ts";
import { SoundFetcher } from "./sound-fetcher.ts";
import { cacheFolderOf, tidyCache } from "./source-cache.ts";
import { SourceReader } from "./source-reader.ts";
import { noState, type KeeperState } from "./source-state-rules.ts";

interface MusicSourcesParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly dataDir: string;
  readonly intake: FileIntake;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  /** A version tested on a copy of the data contacts no other server. */
  readonly isTrial: boolean;
  readonly log: Logger;
}

/** Events after which other tracks are wanted or may be evicted. */
const news: ReadonlySet<StationEvent["type"]> = new Set([
  "play.started",
  "queue.changed",
  "plan.changed",
  "track.failed",
]);

/** The workers for one source. */
interface Keeper {
  readonly reader: SourceReader;
  readonly fetcher: SoundFetcher;
  readonly closing: AbortController;
}

/** Keeps the library in sync with the music sources, and the sound of upcoming tracks in the cache. */
export class MusicSources {
  readonly #parts: MusicSourcesParts;
  readonly #keepers = new Map<string, Keeper>();
  #unsubscribe: () => void = () => {};
  #last: Promise<void> = Promise.resolve();
  #isStarted = false;
  #isClosed = false;

  constructor(parts: MusicSourcesParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#parts.isTrial) return;
    this.#isStarted = true;
    this.#unsubscribe = this.#parts.events.subscribe((event) => this.#handle(event));
    void this.#inTurn(async () => {
      const sources = await listSources(this.#parts.database.connection);
      for (const { id } of sources) await this.#keep(id);
    });
  }

  stateOf(sourceId: string): KeeperState {
    const keeper = this.#keepers.get(sourceId);
    if (keeper === undefined) return noState;
    const { failure, ...reading } = keeper.reader.state;
    const { away, ...fetching } = keeper.fetcher.state;
    return { ...reading, ...fetching, away: failure ?? away };
  }

  /** Reads a new or changed source at once. */
  follow(sourceId: string): void {
    if (!this.#isStarted) return;
    void this.#inTurn(async () => {
      await this.#keep(sourceId);
      this.read(sourceId);
    });
  }

  /** Stops working on a source and removes its music from the cache. */
  async forget(sourceId: string): Promise<void> {
    await this.#inTurn(async () => {
      await this.#leave(sourceId);
      await rm(cacheFolderOf(this.#parts.dataDir, sourceId), { recursive: true, force: true });
    });
  }

  read(sourceId: string): void {
    const keeper = this.#keepers.get(sourceId);
    keeper?.reader.read();
    keeper?.fetcher.tryNow();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    await this.#leaveAll();
    await this.#last;
    await this.#leaveAll();
  }

  #handle(event: StationEvent): void {
    if (event.type === "play.started" && event.trackId !== null) this.#recordPlayed(event.trackId);
    if (news.has(event.type)) for (const { fetcher } of this.#keepers.values()) fetcher.wake();
  }

  #recordPlayed(trackId: string): void {
    if (this.#keepers.size === 0) return;
    void this.#inTurn(() => recordPlayed(this.#parts.database.connection, trackId));
  }

  async #keep(sourceId: string): Promise<void> {
    if (this.#isClosed || this.#keepers.has(sourceId)) return;
    const { database, events, intake, media, dataDir, log } = this.#parts;
    const folder = cacheFolderOf(dataDir, sourceId);
    await tidyCache(database.connection, { sourceId, folder });
    const closing = new AbortController();
    const fetching = { database, intake, media, dataDir, folder, signal: closing.signal };
    const shared = { sourceId, database, events, fetching, log };
    const fetcher = new SoundFetcher(shared);
    const reader = new SourceReader({ ...shared, onRead: () => fetcher.tryNow() });
    this.#keepers.set(sourceId, { reader, fetcher, closing });
  }

  async #leaveAll(): Promise<void> {
    await Promise.all([...this.#keepers.keys()].map((sourceId) => this.#leave(sourceId)));
  }

  async #leave(sourceId: string): Promise<void> {
    const keeper = this.#keepers.get(sourceId);
    if (keeper === undefined) return;
    this.#keepers.delete(sourceId);
    keeper.closing.abort();
    await Promise.all([keeper.reader.close(), keeper.fetcher.close()]);
  }

  /** Changes the keepers one at a time. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch((error: unknown) => {
      if (!this.#isClosed) this.#parts.log.error({ error }, "updating the music sources failed");
    });
    return this.#last;
  }
}
