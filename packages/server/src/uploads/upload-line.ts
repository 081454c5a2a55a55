import type { Logger } from "@neonrelay/process/log";
import { availableParallelism } from "node:os";
import { mayWorkLater } from "../database/database-failures.ts";
import { changeIncoming, findIncoming } from "../incoming/incoming-store.ts";
import type { IncomingRow } from "../incoming/incoming-rules.ts";
import type { AddOutcome } from "../library/file-intake.ts";
import type { UploadsOptions } from "./uploads.ts";
import { wordRefusal } from "./upload-words.ts";
import { WorkLine } from "./work-line.ts";

/** Retry interval after a database failure. */
const RETRY_MS = 15_000;
const UNSTORABLE = "The station could not store this file; its system log says why";

interface UploadLineOptions extends UploadsOptions {
  readonly log: Logger;
  /** Deletes everything the station has of an upload outside the library. */
  readonly remove: (id: string) => Promise<void>;
}

/** The queue of complete uploads: a few at a time are checked and analysed, and become tracks or are refused. */
export class UploadLine {
  readonly #options: UploadLineOptions;
  readonly #closing = new AbortController();
  readonly #line: WorkLine;

  constructor(options: UploadLineOptions) {
    this.#options = options;
    this.#line = new WorkLine({
      // Leaves one CPU to the programme.
      atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)),
      deal: (id) => this.#dealOrLater(id),
    });
  }

  /** An upload added while it is being refused is tried once more. */
  add(id: string): void {
    this.#line.add(id);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#line.close();
  }

  /** Requeues an upload that failed for a reason other than the file. */
  async #dealOrLater(id: string): Promise<void> {
    try {
      await this.#deal(id);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#options.log.warn({ error, id }, "can't deal with an upload now; trying again soon");
      const timer = setTimeout(() => this.add(id), RETRY_MS);
      this.#closing.signal.addEventListener("abort", () => clearTimeout(timer));
    }
  }

  async #deal(id: string): Promise<void> {
    const { database, log } = this.#options;
    const row = await findIncoming(database.connection, id);
    if (row === null || row.place === null || row.state === "refused") return;
    try {
      const { connection } = database;
      const outcome = await this.#options.intake.add(
        { path: row.place, sizeBytes: row.sizeBytes },
        {
          signal: this.#closing.signal,
          onStep: (state) => changeIncoming(connection, row.id, { state }),
        },
      );
      await this.#settle(row, outcome);
    } catch (error) {
      if (this.#closing.signal.aborted || mayWorkLater(error)) throw error;
      log.error({ error, name: row.name }, "can't add an upload to the library; refused it");
      await this.#refuse(row, { reason: UNSTORABLE, isKept: true });
    }
  }

  async #settle(row: IncomingRow, outcome: AddOutcome): Promise<void> {
    const { database, remove } = this.#options;
    if (outcome.kind !== "added") {
      const isKept = outcome.kind !== "known" && outcome.kind !== "lost";
      return await this.#refuse(row, { reason: wordRefusal(outcome).error, isKept });
    }
    const trackId = outcome.track.id;
    await changeIncoming(database.connection, row.id, {
      state: "added",
      reason: null,
      place: null,
      trackId,
    });
    await remove(row.id);
  }

  async #refuse(
    { id }: IncomingRow,
    { reason, isKept }: { readonly reason: string; readonly isKept: boolean },
  ): Promise<void> {
    const { database, remove } = this.#options;
    const refused = { state: "refused", reason } as const;
    await changeIncoming(database.connection, id, isKept ? refused : { ...refused, place: null });
    if (!isKept) await remove(id);
  }
}
