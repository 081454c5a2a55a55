import { niceness } from "@neonrelay/on-air/media-jobs";
import type { Logger } from "@neonrelay/process/log";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import { listPrinted, saveSoundPrint } from "../library/sound-print-store.ts";
import { MediaChildError, runMediaJob, type MediaRun } from "../media/media-runner.ts";
import {
  listCandidates,
  listSameFiles,
  listWaiting,
  savePairs,
  type WaitingTrack,
} from "./duplicate-store.ts";
import { decideSameRecording } from "../library/print-likeness-rules.ts";

interface FinderOptions {
  readonly database: Database;
  readonly events: StationEvents;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  readonly log: Logger;
}

const COMPARED_AT_ONCE = 20;
/** Files that one child analyses before new tracks get a turn. */
const PRINTED_AT_ONCE = 20;
/** Tracks checked at once for a sound print. */
const LOOKED_AT_ONCE = 500;
const TRY_AGAIN_MS = 60_000;

/**
 * Finds tracks that are in the library more than once: compares each new or changed one with candidates, in the
 * background. The remaining work is in the database, so a restart continues it.
 */
export class DuplicateFinder {
  readonly #options: FinderOptions;
  readonly #closing = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #isWanted = false;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => {};
  /** The last track known to have a sound print; undefined: all have. */
  #printedId: string | null | undefined = null;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** Runs now, and whenever the library changes. */
  start(): void {
    this.#unsubscribe = this.#options.events.subscribe(({ type }) => {
      if (type === "library.changed") this.#checkSoon();
    });
    this.#checkSoon();
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    clearTimeout(this.#timer);
    this.#closing.abort();
    await this.#last;
  }

  #checkSoon(): void {
    if (this.#isWanted || this.#closing.signal.aborted) return;
    this.#isWanted = true;
    this.#last = this.#last
      .then(() => {
        this.#isWanted = false;
        return this.#check();
      })
      .catch((error: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#options.log.error({ error }, "can't look for duplicates; retrying in a minute");
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#checkSoon(), TRY_AGAIN_MS);
      });
  }

  async #check(): Promise<void> {
    do await this.#compareWaiting();
    while (await this.#printSome());
  }

  async #compareWaiting(): Promise<void> {
    const { connection } = this.#options.database;
    for (;;) {
      const waiting = await listWaiting(connection, COMPARED_AT_ONCE);
      for (const track of waiting) {
        this.#closing.signal.throwIfAborted();
        await this.#compare(track);
        // Gives others a turn: comparing blocks the event loop.
        await nextTurn();
      }
      if (waiting.length < COMPARED_AT_ONCE) return;
    }
  }

  async #compare(track: WaitingTrack): Promise<void> {
    const { database } = this.#options;
    const found = new Map<string, number>();
    for (const { id, ...candidate } of await listCandidates(database.connection, track)) {
      const agreement = decideSameRecording(track, candidate);
      if (agreement !== null) found.set(id, agreement);
    }
    for (const id of await listSameFiles(database.connection, track)) found.set(id, 1);
    await database.transaction((transaction) => savePairs(transaction, track.id, found));
  }

  /** Analyses some tracks of an older release. @returns false when all have a sound print */
  async #printSome(): Promise<boolean> {
    if (this.#printedId === undefined) return false;
    this.#closing.signal.throwIfAborted();
    const page = { afterId: this.#printedId, limit: LOOKED_AT_ONCE };
    const list = await listPrinted(this.#options.database.connection, page);
    const unprinted = list.filter(({ isPrinted }) => !isPrinted).slice(0, PRINTED_AT_ONCE);
    await this.#print(unprinted.map(({ path }) => path));
    const isPageDone = unprinted.length < PRINTED_AT_ONCE;
    if (isPageDone && list.length < LOOKED_AT_ONCE) this.#printedId = undefined;
    else this.#printedId = (isPageDone ? list : unprinted).at(-1)?.id ?? undefined;
    return true;
  }

  /** A file that crashes the child gets no sound print, and the others continue. */
  async #print(paths: readonly string[]): Promise<void> {
    const { database, media, log } = this.#options;
    const { connection } = database;
    const signal = this.#closing.signal;
    const open = new Set(paths);
    while (open.size > 0) {
      const job = { kind: "sound-prints", paths: [...open], niceness: niceness.scan } as const;
      try {
        for await (const result of runMediaJob({ ...media, job, signal }))
          if (result.kind === "sound-print" && open.delete(result.path))
            await saveSoundPrint(connection, result);
        return;
      } catch (error) {
        const [culprit] = open;
        if (!(error instanceof MediaChildError) || culprit === undefined) throw error;
        if (!error.isFilesFault) throw error;
        open.delete(culprit);
        log.warn({ path: culprit, problem: error.message }, "a file has no sound print");
        await saveSoundPrint(connection, { path: culprit, soundPrint: null });
      }
    }
  }
}
