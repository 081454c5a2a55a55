import { niceness, type KeptOriginal, type MediaResult } from "@neonrelay/on-air/media-jobs";
import { realpath, rm } from "node:fs/promises";
import path from "node:path";
import { MediaChildError, runMediaJob } from "../../media/media-runner.ts";
import type { Settings } from "../../settings/settings.ts";
import { readFingerprint } from "../file-fingerprint.ts";
import type { LibraryOptions } from "../library-options.ts";
import {
  listWaitingFiles,
  saveFailed,
  saveRestored,
  saveWritten,
  type WaitingFile,
} from "./file-tag-store.ts";
import { forgetOriginals } from "./original-store.ts";
import { findFileState, replaceFile } from "./replace-file.ts";
import { tagJobOf, type TagTask } from "./tag-jobs.ts";
import { tagLimitMs, wordTagLimit } from "./tag-limit-rules.ts";
import { MEGABYTE, openTagOriginals, type TagOriginals } from "./tag-originals.ts";
import { writtenFields } from "./track-edit-actions.ts";
import { ORIGINAL_NOT_KEPT } from "./track-edit-store.ts";
import { splitUnread } from "./written-tags-rules.ts";

type TagWriterOptions = Pick<LibraryOptions, "database" | "events" | "media" | "log"> & {
  readonly dataDir: string;
  readonly settings: Pick<Settings, "current">;
};

type Done = Extract<MediaResult, { readonly kind: "tagged" | "restored" }>;

const FILES_AT_ONCE = 50;
const TRY_AGAIN_MS = 60_000;
const GONE = "The file is not there";
const ELSEWHERE =
  "The file is on a music source, which is only read: the edit stays in the library";
const NO_ROOM =
  "There is no room for its original, so the file was left alone: give 'Room for undo in files' more in Settings, Streaming, then save the edit again";

/**
 * Writes edits into the files of their tracks, and restores files of undone edits, one at a time until none is pending.
 * Pending files are in the database, so a restart resumes.
 */
export class TagWriter {
  readonly #options: TagWriterOptions;
  readonly #closing = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #isWanted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TagWriterOptions) {
    this.#options = options;
  }

  /** Also resumes work of an earlier run and removes originals that are no longer needed. */
  writeSoon(): void {
    if (this.#isWanted || this.#closing.signal.aborted) return;
    this.#isWanted = true;
    this.#last = this.#last
      .then(() => {
        this.#isWanted = false;
        return this.#writeAll();
      })
      .catch((error: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#options.log.error({ error }, "can't write edits into files; retrying in a minute");
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.writeSoon(), TRY_AGAIN_MS);
      });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing.abort();
    await this.#last;
  }

  async #writeAll(): Promise<void> {
    const { database, events, dataDir, settings, log } = this.#options;
    let written = 0;
    let failed = 0;
    while (!this.#closing.signal.aborted) {
      const limitBytes = settings.current.tagOriginalsMegabytes * MEGABYTE;
      const originals = await openTagOriginals({ database, dataDir, limitBytes });
      const waiting = await listWaitingFiles(database.connection, FILES_AT_ONCE);
      if (waiting.length === 0) break;
      const tasks = await this.#prepare(waiting, originals);
      const { restored = [], tagged = [] } = Object.groupBy(tasks, ({ becomes }) => becomes);
      const done =
        (await this.#runBatch(restored, originals)) + (await this.#runBatch(tagged, originals));
      written += done;
      failed += waiting.length - done;
      events.publish({ type: "library.changed" });
    }
    if (written + failed > 0) log.info({ written, failed }, "edits written into files");
  }

  async #prepare(
    waiting: readonly WaitingFile[],
    originals: TagOriginals,
  ): Promise<readonly TagTask[]> {
    const tasks: TagTask[] = [];
    for (const one of waiting) {
      const { editId, track, isUndone, keepsOriginal, hasOriginal } = one;
      const filePath = await realpath(track.path).catch(() => null); // gone or unreachable
      const before = filePath === null ? null : await findFileState(filePath);
      if (filePath === null || before === null || track.kind !== "file" || track.isMissing) {
        await this.#fail(one, track.kind === "source" ? ELSEWHERE : GONE);
        continue;
      }
      if (isUndone && !hasOriginal) {
        await this.#fail(one, ORIGINAL_NOT_KEPT);
        continue;
      }
      const name = `.neonrelay-${track.id}${path.extname(filePath)}`;
      const copyPath = path.join(path.dirname(filePath), name);
      const task = { waiting: one, filePath, copyPath, before };
      const place = originals.placeOf({ editId, trackId: track.id });
      if (isUndone) tasks.push({ ...task, becomes: "restored", place });
      else {
        const fields = one.fields.filter((field) => writtenFields.has(field));
        tasks.push({ ...task, becomes: "tagged", place: keepsOriginal ? place : null, fields });
      }
    }
    return tasks;
  }

  /** A file that crashes the child fails, and the others continue. @returns how many files are done */
  async #runBatch(tasks: readonly TagTask[], originals: TagOriginals): Promise<number> {
    const { media, dataDir } = this.#options;
    const open = new Map(tasks.map((task) => [task.filePath, task]));
    let done = 0;
    while (open.size > 0) {
      const job = tagJobOf([...open.values()], { dataDir, niceness: niceness.scan });
      const largestBytes = Math.max(...[...open.values()].map(({ before }) => before.sizeBytes));
      const fileLimitMs = Math.min(media.fileLimitMs, tagLimitMs(largestBytes));
      const run = { ...media, fileLimitMs, job, signal: this.#closing.signal };
      try {
        for await (const result of runMediaJob(run)) {
          if (!("path" in result)) continue;
          const task = open.get(result.path);
          if (task === undefined) continue;
          if (result.kind === "refused") await this.#fail(task.waiting, result.reason);
          else if (result.kind !== task.becomes) continue;
          else if (await this.#finish(task, result, originals)) done += 1;
          open.delete(result.path);
        }
        for (const task of open.values())
          await this.#fail(task.waiting, "Writing it returned no result");
        break;
      } catch (error) {
        if (!(error instanceof MediaChildError)) throw error;
        const [culprit] = open.values();
        if (culprit === undefined) throw error;
        open.delete(culprit.filePath);
        await rm(culprit.copyPath, { force: true });
        const problem = error.isLate ? wordTagLimit(fileLimitMs) : error.message;
        await this.#fail(culprit.waiting, problem);
      }
    }
    return done;
  }

  /** @returns whether the file was replaced */
  async #finish(task: TagTask, result: Done, originals: TagOriginals): Promise<boolean> {
    const { waiting, filePath, copyPath, before } = task;
    const id = { editId: waiting.editId, trackId: waiting.track.id };
    const original = result.kind === "tagged" ? result.original : null;
    const isKept = result.isInPlace && waiting.hasOriginal;
    if (original !== null && !isKept && !(await this.#keepOriginal(task, original, originals)))
      return false;
    const replacement = result.isInPlace
      ? await findFileState(filePath)
      : await replaceFile({ filePath, copyPath, before });
    if (replacement === null || "reason" in replacement) {
      if (task.becomes === "tagged") await this.#forget(id);
      await this.#fail(waiting, replacement?.reason ?? GONE);
      return false;
    }
    const { sizeBytes, modifiedAtMs } = replacement;
    const read = await readFingerprint(filePath);
    const fingerprint = read?.sizeBytes === sizeBytes ? read.hash : null;
    const file = { sizeBytes, modifiedAtMs, fingerprint };
    await this.#options.database.transaction(async (transaction) => {
      if (task.becomes === "restored" || result.kind === "restored")
        return await saveRestored(transaction, { ...id, file });
      const said = splitUnread(task.fields, result.unread);
      const { editId, track: written } = waiting;
      return await saveWritten(transaction, { editId, written, ...said, file });
    });
    if (task.becomes === "restored") await originals.discard(id);
    return true;
  }

  /** @returns whether the file may be replaced */
  async #keepOriginal(
    { waiting, copyPath }: TagTask,
    original: KeptOriginal,
    originals: TagOriginals,
  ): Promise<boolean> {
    const id = { editId: waiting.editId, trackId: waiting.track.id };
    const outcome = await originals.keep({ ...id, ...original });
    if (outcome === "kept") return true;
    await rm(copyPath, { force: true });
    if (outcome === "no-room") {
      await this.#forget(id);
      await this.#fail(waiting, NO_ROOM);
    }
    return false;
  }

  /** For a file that was not written. */
  async #forget(id: { readonly editId: number; readonly trackId: string }): Promise<void> {
    await forgetOriginals(this.#options.database.connection, [id]);
  }

  async #fail({ editId, track }: WaitingFile, problem: string): Promise<void> {
    await saveFailed(this.#options.database.connection, { editId, trackId: track.id, problem });
    this.#options.log.warn({ path: track.path, problem }, "can't write an edit into a file");
  }
}
