import type { IncomingScan } from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { shownName } from "./incoming-rules.ts";
import { saveFound, type NewIncoming } from "./incoming-store.ts";

/** Outcomes stored by one statement. */
const BATCH_FILES = 200;

/** Outcome of a file that a scan read. */
interface FoundOutcome {
  readonly path: string;
  readonly sizeBytes: number;
  readonly isAdded: boolean;
  /** Why it was refused, or a remark about one that was added. */
  readonly reason: string | null;
}

/** Records what scans of the music folders find, for the list of incoming files. */
export class FoundFiles {
  readonly #database: Database;
  readonly #log: Logger;
  #waiting: (NewIncoming & { readonly place: string })[] = [];
  #scan: IncomingScan | null = null;

  constructor({ database, log }: { readonly database: Database; readonly log: Logger }) {
    this.#database = database;
    this.#log = log;
  }

  /** The scan reading files now. */
  get scan(): IncomingScan | null {
    return this.#scan;
  }

  begin(way: IncomingScan["way"], found: number): void {
    if (found === 0) return;
    this.#scan = { way, found, added: 0, refused: 0, startedAt: new Date().toISOString() };
  }

  async record({ path, sizeBytes, isAdded, reason }: FoundOutcome): Promise<void> {
    const scan = this.#scan;
    if (scan === null) return;
    this.#scan = {
      ...scan,
      added: scan.added + (isAdded ? 1 : 0),
      refused: scan.refused + (isAdded ? 0 : 1),
    };
    this.#waiting.push({
      id: randomUUID(),
      name: shownName(path),
      way: scan.way,
      state: isAdded ? "added" : "refused",
      sizeBytes,
      reason,
      place: path,
      startedAt: new Date(scan.startedAt),
      changedAt: new Date(),
    });
    if (this.#waiting.length >= BATCH_FILES) await this.#store();
  }

  /** Ends the scan, even a failed one, once its last files are in the list. */
  async end(): Promise<void> {
    await this.#store();
    this.#scan = null;
  }

  /** The library works even without the list. */
  async #store(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    try {
      await saveFound(this.#database.connection, rows);
    } catch (error) {
      this.#log.warn({ error, files: rows.length }, "can't record the outcome of incoming files");
    }
  }
}
