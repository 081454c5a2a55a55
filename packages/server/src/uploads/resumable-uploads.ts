import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { EvenClock } from "@neonrelay/process/even-clock";
import type { Caller } from "../identity/rights-rules.ts";
import { shownName, type IncomingRow } from "../incoming/incoming-rules.ts";
import {
  changeIncoming,
  deleteFinished,
  deleteIncoming,
  deleteOldFinished,
  findIncoming,
  listKeptUploads,
  listRefused,
  listUnfinishedUploads,
  type IncomingChoice,
} from "../incoming/incoming-store.ts";
import { codeOf } from "../library/place-file.ts";

import type { AdmissionRefusal } from "./admission-rules.ts";
import { admitUpload, ownerOf, uploaderOf } from "./admit-upload.ts";
import { keptTooLong, UPLOAD_DAY_MS } from "./kept-upload-rules.ts";
import { storedName } from "./upload.ts";
import { UploadLine } from "./upload-line.ts";
import type { UploadsOptions } from "./uploads.ts";
import { forgetRefusedFiles } from "../library/refused-file-store.ts";

const HOUR_MS = 60 * 60_000;
/** How many days finished files stay on the list, and at most how many of them. */
const LISTED_DAYS = 30;
const LISTED_FILES = 20_000;
const GIVEN_UP = "The upload was given up: nothing came for a day. Send the file again";

/** Resumable uploads, from their start to the library. The list in the database records the progress of each. */
export class ResumableUploads {
  readonly #options: UploadsOptions;
  readonly #line: UploadLine;
  readonly #clock = new EvenClock();
  readonly #timer: NodeJS.Timeout;
  #tidying: Promise<void>;

  /** Resumes the uploads of an earlier run. */
  static async open(options: UploadsOptions): Promise<ResumableUploads> {
    const uploads = new ResumableUploads(options);
    for (const folder of [uploads.partsFolder, uploads.#receivedFolder])
      await mkdir(folder, { recursive: true, mode: 0o700 });
    uploads.#tidySoon();
    return uploads;
  }

  private constructor(options: UploadsOptions) {
    this.#options = options;
    this.#line = new UploadLine({ ...options, remove: (id) => this.#remove(id) });
    this.#timer = setInterval(() => this.#tidySoon(), HOUR_MS);
    this.#timer.unref();
    this.#tidying = Promise.resolve();
  }

  /** Folder of files still being received, each named by its id. */
  get partsFolder(): string {
    return path.join(this.#options.dataDir, "incoming", "parts");
  }

  /** @returns the id of the upload, or why it may not begin */
  async begin({
    caller,
    name,
    sizeBytes,
    batchId,
  }: {
    readonly caller: Caller;
    readonly name: string;
    readonly sizeBytes: number;
    readonly batchId: string | null;
  }): Promise<{ readonly id: string } | AdmissionRefusal> {
    const owner = ownerOf(caller);
    const id = randomUUID();
    const row = {
      id,
      name: shownName(name),
      way: "upload",
      batchId,
      owner,
      uploader: uploaderOf(caller),
      state: "receiving",
      sizeBytes,
    } as const;
    const admission = await admitUpload(this.#options, { owner, sizeBytes, formBytes: 0, row });
    return admission === "admitted" ? { id } : admission;
  }

  /** Only the account that began an upload can access it. */
  async find(id: string, caller: Caller): Promise<IncomingRow | null> {
    const row = await findIncoming(this.#options.database.connection, id);
    return row?.owner === ownerOf(caller) ? row : null;
  }

  /** Declared size of an upload; null when there is no such id. */
  async sizeBytesOf(id: string): Promise<number | null> {
    return (await findIncoming(this.#options.database.connection, id))?.sizeBytes ?? null;
  }

  /** Bytes received so far; null when there are none here. */
  async receivedBytesOf(id: string): Promise<number | null> {
    return await sizeOf(path.join(this.partsFolder, id));
  }

  /** Call when everything has been received: makes the file durable and queues it for processing. */
  async finish(id: string): Promise<void> {
    const { connection } = this.#options.database;
    const row = await findIncoming(connection, id);
    if (row === null) return;
    const part = path.join(this.partsFolder, id);
    const folder = path.join(this.#receivedFolder, id);
    const place = path.join(folder, storedName(row.name));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // A server killed earlier may have got this far already.
    if ((await sizeOf(place)) === null) {
      await sync(part);
      await rename(part, place);
      await sync(folder);
    }
    await changeIncoming(connection, id, { state: "received", place });
    this.#line.add(id);
  }

  /** Removes an upload that was cancelled, or could not begin. */
  async giveUp(id: string): Promise<void> {
    await deleteIncoming(this.#options.database.connection, id);
    await this.#remove(id);
  }

  /** @returns how many refused files are retried */
  async retry(choice: IncomingChoice): Promise<number> {
    const { database, events } = this.#options;
    const rows = await listRefused(database.connection, choice);
    const found = rows.filter(({ way }) => way !== "upload");
    for (const { id } of rows.filter(({ way }) => way === "upload")) {
      await changeIncoming(database.connection, id, { state: "received", reason: null });
      this.#line.add(id);
    }
    if (found.length > 0) {
      const places = found.flatMap(({ place }) => (place === null ? [] : [place]));
      await forgetRefusedFiles(database.connection, places);
      await deleteFinished(database.connection, { ids: found.map(({ id }) => id) });
      events.publish({ type: "files.retried" });
    }
    return rows.length;
  }

  /** @returns how many files were removed from the list */
  async dismiss(choice: IncomingChoice): Promise<number> {
    const rows = await deleteFinished(this.#options.database.connection, choice);
    await this.#removeKept(rows);
    return rows.length;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#line.close();
    await this.#tidying;
  }

  get #receivedFolder(): string {
    return path.join(this.#options.dataDir, "incoming", "received");
  }

  #tidySoon(): void {
    this.#tidying = this.#tidying
      .then(() => this.#tidy())
      .catch((error: unknown) => {
        this.#options.log.warn({ error }, "can't tidy up uploads; trying again within an hour");
      });
  }

  async #tidy(): Promise<void> {
    const { connection } = this.#options.database;
    const nowMs = this.#clock.nowMs();
    for (const row of await listUnfinishedUploads(connection)) await this.#goOn(row, nowMs);
    if (nowMs === null) return;
    for (const { id } of keptTooLong(await listKeptUploads(connection), nowMs)) {
      await changeIncoming(connection, id, { place: null });
      await this.#remove(id);
    }
    const before = new Date(nowMs - LISTED_DAYS * UPLOAD_DAY_MS);
    await this.#removeKept(await deleteOldFinished(connection, { before, kept: LISTED_FILES }));
    await this.#removeUnlisted(nowMs);
  }

  async #goOn({ id, state, place, sizeBytes, changedAt }: IncomingRow, nowMs: number | null) {
    const { connection } = this.#options.database;
    const part = path.join(this.partsFolder, id);
    if (state !== "receiving" && place !== null && (await sizeOf(place)) !== null)
      return this.#line.add(id);
    if (state === "receiving") {
      const size = await sizeOf(part);
      const isMoved = size === null && (await sizeOf(path.join(this.#receivedFolder, id))) !== null;
      if (size === sizeBytes || isMoved) return await this.finish(id);
    }
    if (nowMs === null) return;
    const changedMs = (await stat(part).catch(() => null))?.mtimeMs ?? changedAt.getTime();
    if (nowMs - changedMs < UPLOAD_DAY_MS) return;
    await changeIncoming(connection, id, { state: "refused", reason: GIVEN_UP, place: null });
    await this.#remove(id);
  }

  /** Deletes files of uploads without a row, for example after an older database was restored. */
  async #removeUnlisted(nowMs: number): Promise<void> {
    for (const folder of [this.partsFolder, this.#receivedFolder])
      for (const id of await readdir(folder)) {
        const found = await stat(path.join(folder, id)).catch(() => null);
        if (found === null || nowMs - found.mtimeMs < HOUR_MS) continue;
        if ((await findIncoming(this.#options.database.connection, id)) === null)
          await this.#remove(id);
      }
  }

  async #removeKept(rows: readonly IncomingRow[]): Promise<void> {
    for (const { id, way, place } of rows)
      if (way === "upload" && place !== null) await this.#remove(id);
  }

  async #remove(id: string): Promise<void> {
    await rm(path.join(this.partsFolder, id), { force: true });
    await rm(path.join(this.#receivedFolder, id), { recursive: true, force: true });
  }
}

async function sync(place: string): Promise<void> {
  await using opened = await open(place, "r");
  try {
    await opened.sync();
  } catch (error) {
    // Not supported for folders on this file system.
    if (codeOf(error) !== "EINVAL") throw error;
  }
}

async function sizeOf(place: string): Promise<number | null> {
  return (await stat(place).catch(() => null))?.size ?? null;
}
