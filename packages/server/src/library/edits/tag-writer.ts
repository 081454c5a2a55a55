import { niceness, type WrittenTags } from "@neonrelay/on-air/media-jobs";
import { realpath, rm } from "node:fs/promises";
import path from "node:path";
import { MediaChildError, runMediaJob } from "../../media/media-runner.ts";
import { ARTWORK_FOLDER } from "../artwork-folder.ts";
import { readFingerprint } from "../file-fingerprint.ts";
import type { LibraryOptions } from "../library-options.ts";
import { listWaitingFiles, saveFailed, saveWritten, type WaitingFile } from "./file-tag-store.ts";
import { lookAtFile, replaceFile, type FileLook } from "./replace-file.ts";
import { tagLimitMs, wordTagLimit } from "./tag-limit-rules.ts";
import { writtenFields } from "./track-edit-actions.ts";
import { splitUnread, toWrittenTags } from "./written-tags-rules.ts";

type TagWriterOptions = Pick<LibraryOptions, "database" | "events" | "media" | "log"> & {
  readonly dataDir: string;
};

/** A file that is there, and its copy to be. */
interface Task {
  readonly waiting: WaitingFile;
  /** Where the file really is: a link stays a link. */
  readonly filePath: string;
  readonly copyPath: string;
  readonly before: FileLook;
  readonly tags: WrittenTags;
  readonly fields: WaitingFile["fields"];
}

const FILES_AT_ONCE = 50;
const TRY_AGAIN_MS = 60_000;
const GONE = "The file is not there";
const ELSEWHERE =
  "The file is on a music source, which is only read: the edit stays in the library";

/**
 * Writes edits into the files of their tracks, one after the other, as long as any wait. What waits is in the database,
 * so a restart goes on where it ended.
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

  /** Also goes on with what an earlier run left. */
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
    const { database, events, log } = this.#options;
    let written = 0;
    let failed = 0;
    while (!this.#closing.signal.aborted) {
      const waiting = await listWaitingFiles(database.connection, FILES_AT_ONCE);
      if (waiting.length === 0) break;
      const tasks = await this.#prepare(waiting);
      failed += waiting.length - tasks.length;
      const done = await this.#writeBatch(tasks);
      written += done.written;
      failed += done.failed;
      events.publish({ type: "library.changed" });
    }
    if (written + failed > 0) log.info({ written, failed }, "edits written into files");
  }

  async #prepare(waiting: readonly WaitingFile[]): Promise<readonly Task[]> {
    const tasks: Task[] = [];
    for (const one of waiting) {
      const { track } = one;
      const filePath = await realpath(track.path).catch(() => null); // it is gone, or can't be reached
      const before = filePath === null ? null : await lookAtFile(filePath);
      if (filePath === null || before === null || track.kind !== "file" || track.isMissing) {
        await this.#fail(one, track.kind === "source" ? ELSEWHERE : GONE);
        continue;
      }
      const fields = one.fields.filter((field) => writtenFields.has(field));
      const name = `.neonrelay-${track.id}${path.extname(filePath)}`;
      const copyPath = path.join(path.dirname(filePath), name);
      const tags = toWrittenTags(track.values, fields);
      tasks.push({ waiting: one, filePath, copyPath, before, tags, fields });
    }
    return tasks;
  }

  /** A file that crashes the child has failed, and the others go on. */
  async #writeBatch(
    tasks: readonly Task[],
  ): Promise<{ readonly written: number; readonly failed: number }> {
    const { media, dataDir } = this.#options;
    const open = new Map(tasks.map((task) => [task.filePath, task]));
    let written = 0;
    while (open.size > 0) {
      const job = {
        kind: "tag-copies",
        files: [...open.values()].map(({ filePath, copyPath, tags }) => ({
          path: filePath,
          copyPath,
          tags,
        })),
        artworkFolder: path.join(dataDir, ARTWORK_FOLDER),
        niceness: niceness.scan,
      } as const;
      const largestBytes = Math.max(...[...open.values()].map(({ before }) => before.sizeBytes));
      const fileLimitMs = Math.min(media.fileLimitMs, tagLimitMs(largestBytes));
      const run = { ...media, fileLimitMs, job, signal: this.#closing.signal };
      try {
        for await (const result of runMediaJob(run)) {
          if (result.kind !== "tagged" && result.kind !== "refused") continue;
          const task = open.get(result.path);
          if (task === undefined) continue;
          open.delete(result.path);
          if (result.kind === "refused") await this.#fail(task.waiting, result.reason);
          else if (await this.#replace(task, result.unread)) written += 1;
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
    return { written, failed: tasks.length - written };
  }

  /** @returns whether the file is the new one */
  async #replace(
    { waiting, filePath, copyPath, before, fields }: Task,
    unread: readonly string[],
  ): Promise<boolean> {
    const { database } = this.#options;
    const replacement = await replaceFile({ filePath, copyPath, before });
    if (replacement.kind === "refused") {
      await this.#fail(waiting, replacement.reason);
      return false;
    }
    const { sizeBytes, modifiedAtMs } = replacement;
    const read = await readFingerprint(filePath);
    const fingerprint = read?.sizeBytes === sizeBytes ? read.hash : null;
    await database.transaction((transaction) =>
      saveWritten(transaction, {
        editId: waiting.editId,
        written: waiting.track,
        ...splitUnread(fields, unread),
        file: { sizeBytes, modifiedAtMs, fingerprint },
      }),
    );
    return true;
  }

  async #fail({ editId, track }: WaitingFile, problem: string): Promise<void> {
    await saveFailed(this.#options.database.connection, { editId, trackId: track.id, problem });
    this.#options.log.warn({ path: track.path, problem }, "can't write an edit into a file");
  }
}
