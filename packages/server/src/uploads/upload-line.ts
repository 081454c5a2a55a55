import type { Logger } from "@neonrelay/process/log";
import { readdir, rm, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { mayWorkLater } from "../database/database-failures.ts";
import { changeIncoming, findIncoming } from "../incoming/incoming-store.ts";
import type { IncomingRow } from "../incoming/incoming-rules.ts";
import { findTrackByPath } from "../library/track-store.ts";
import { toTrack } from "../library/track-rules.ts";
import { addReceived, hashOf, UPLOADED_FOLDER, type UploadOutcome } from "./add-received.ts";
import type { UploadsOptions } from "./uploads.ts";
import { wordRefusal } from "./upload-words.ts";
import { WorkLine } from "./work-line.ts";

/** Retry interval after a database failure. */
const RETRY_MS = 15_000;
const LOST = "The station no longer has this file; send it again";
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
      await this.#settle(row, await this.#outcomeOf(row, row.place));
    } catch (error) {
      if (this.#closing.signal.aborted || mayWorkLater(error)) throw error;
      log.error({ error, name: row.name }, "can't add an upload to the library; refused it");
      await this.#refuse(row, { reason: UNSTORABLE, isKept: true });
    }
  }

  async #outcomeOf(row: IncomingRow, place: string): Promise<UploadOutcome> {
    const { signal } = this.#closing;
    const { connection } = this.#options.database;
    const hash = await hashOf(place, signal);
    if (hash === null) return { kind: "refused", reason: LOST };
    const earlier = await this.#findEarlier(place);
    if (earlier !== null) return earlier;
    return await addReceived(
      {
        ...this.#options,
        signal,
        onStep: (state) => changeIncoming(connection, row.id, { state }),
      },
      { path: place, sizeBytes: row.sizeBytes, hash },
    );
  }

  /** Finds a file that a killed server had already linked into the library, with or without its track. */
  async #findEarlier(place: string): Promise<UploadOutcome | null> {
    const { ino, dev, nlink } = await stat(place);
    if (nlink < 2) return null;
    const folder = path.join(this.#options.dataDir, UPLOADED_FOLDER);
    for (const name of await readdir(folder).catch(() => [])) {
      const named = path.join(folder, name);
      const file = await stat(named).catch(() => null);
      if (file?.ino !== ino || file.dev !== dev) continue;
      const track = await findTrackByPath(this.#options.database.connection, named);
      if (track !== null) return { kind: "added", track: toTrack(track) };
      await rm(named, { force: true });
    }
    return null;
  }

  async #settle(row: IncomingRow, outcome: UploadOutcome): Promise<void> {
    const { database, remove } = this.#options;
    if (outcome.kind !== "added") {
      const isKept = outcome.kind !== "known" && !isLost(outcome);
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

function isLost(outcome: UploadOutcome): boolean {
  return outcome.kind === "refused" && outcome.reason === LOST;
}
