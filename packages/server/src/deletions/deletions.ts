import type { DeletedFileChoice, UsedTrack } from "@neonrelay/contract";
import { EvenClock } from "@neonrelay/process/even-clock";
import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { createTurns } from "../limits/turns.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { Settings } from "../settings/settings.ts";
import {
  beginDeletion,
  dropLost,
  finishDeletions,
  restoreDeletions,
  type DeletionFailure,
  type Folders,
} from "./deletion-actions.ts";
import { findDeletions, listTrash, setDeletionState } from "./deletion-store.ts";

interface DeletionParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly log: Logger;
  readonly folders: Folders;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Files erased or searched for at once. */
const FILES_AT_ONCE = 1000;

/**
 * Deletes and restores tracks, one change at a time. What should happen to each file is stored in the database first,
 * so the next start finishes interrupted work. Every hour it erases what has been in the trash long enough.
 */
export class Deletions {
  readonly #parts: DeletionParts;
  readonly #clock = new EvenClock();
  readonly #timer: NodeJS.Timeout;
  readonly #inTurn = createTurns();
  #isClosed = false;

  constructor(parts: DeletionParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.tidySoon(), HOUR_MS);
    this.tidySoon();
  }

  /** Finishes interrupted work and erases old files. */
  tidySoon(): void {
    this.#inTurn(() => this.#tidy()).catch((error: unknown) => {
      if (!this.#isClosed)
        this.#parts.log.warn({ error }, "could not tidy up the trash; retrying within an hour");
    });
  }

  /** @param includesUsed if false, any track in use fails the call */
  async delete(wanted: {
    readonly trackIds: readonly string[];
    readonly files: DeletedFileChoice;
    readonly includesUsed: boolean;
    readonly deletedBy: string;
  }): Promise<
    | { readonly kind: "in-use"; readonly used: readonly UsedTrack[] }
    | {
        readonly kind: "deleted";
        readonly deleted: number;
        readonly failures: readonly DeletionFailure[];
      }
  > {
    const { database, events, folders } = this.#parts;
    return await this.#inTurn(async () => {
      const begun = await beginDeletion(database, { ...wanted, folders });
      if (begun.kind === "in-use") return begun;
      const { trackIds } = begun;
      // From now on nothing plays or lists them.
      this.#publish();
      if (begun.hasLeftQueue) events.publish({ type: "queue.changed" });
      const moving = await findDeletions(database.connection, { trackIds });
      const failures = await finishDeletions(database, moving);
      if (failures.length > 0) this.#publish();
      const deleted = begun.forgotten + begun.kept + moving.length - failures.length;
      return { kind: "deleted", deleted, failures: [...begun.failures, ...failures] };
    });
  }

  async restore(
    trackIds: readonly string[],
  ): Promise<{ readonly restored: number; readonly failures: readonly DeletionFailure[] }> {
    const { database } = this.#parts;
    return await this.#inTurn(async () => {
      const deletions = (await findDeletions(database.connection, { trackIds })).filter(
        ({ state }) => state === "kept" || state === "trashed",
      );
      const failures = await restoreDeletions(database, deletions);
      if (deletions.length > 0) this.#publish();
      return { restored: deletions.length - failures.length, failures };
    });
  }

  /** @param trackIds null: everything in the trash, at most a thousand files per call */
  async empty(
    trackIds: readonly string[] | null,
  ): Promise<{ readonly erased: number; readonly failures: readonly DeletionFailure[] }> {
    const { connection } = this.#parts.database;
    return await this.#inTurn(async () => {
      const trash =
        trackIds === null
          ? await listTrash(connection, { before: null, limit: FILES_AT_ONCE })
          : await findDeletions(connection, { trackIds });
      return await this.#erase(
        trash.filter(({ state }) => state === "trashed").map(({ trackId }) => trackId),
      );
    });
  }

  /** Resolves when no work is left. */
  async settled(): Promise<void> {
    await this.#inTurn(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#inTurn(() => {});
  }

  async #tidy(): Promise<void> {
    const { database, log, settings } = this.#parts;
    const { connection } = database;
    const unfinished = await findDeletions(connection, "unfinished");
    const failures = await finishDeletions(database, unfinished);
    for (const { title, reason } of failures)
      log.warn({ title, reason }, "can't finish a deletion");
    const trash = await listTrash(connection, { before: null, limit: FILES_AT_ONCE });
    const lost = await dropLost(database, trash);
    if (unfinished.length + lost > 0) this.#publish();
    const { trashDays } = settings.current;
    const nowMs = this.#clock.nowMs();
    if (trashDays === 0 || nowMs === null) return;
    const before = new Date(nowMs - trashDays * DAY_MS);
    const old = await listTrash(connection, { before, limit: FILES_AT_ONCE });
    if (old.length === 0) return;
    const { erased } = await this.#erase(old.map(({ trackId }) => trackId));
    log.info({ erased }, "erased old files in the trash");
    if (old.length === FILES_AT_ONCE && erased > 0) this.tidySoon();
  }

  async #erase(trackIds: readonly string[]) {
    const { database } = this.#parts;
    await setDeletionState(database.connection, { trackIds, state: "erasing" });
    const erasing = await findDeletions(database.connection, { trackIds });
    const failures = await finishDeletions(database, erasing);
    if (erasing.length > 0) this.#publish();
    return { erased: erasing.length - failures.length, failures };
  }

  #publish(): void {
    this.#parts.events.publish({ type: "library.changed" });
    // The tracks of a rule-based playlist may depend on it.
    this.#parts.events.publish({ type: "playlists.changed" });
  }
}
