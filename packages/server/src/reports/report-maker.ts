import type { ReportAnswers } from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { localDateOf } from "../schedule/local-time-rules.ts";
import { ReportError, reportText } from "./report-lines.ts";
import { fileNameOf, incompleteTrackIdsOf, newTotals, notesOf, periodOf } from "./report-rules.ts";
import {
  addPart,
  deleteReport,
  findOldestPlay,
  insertReport,
  readPlays,
  type ReportResult,
  saveFailure,
  saveResult,
  type StoredReport,
} from "./report-store.ts";

/** Characters of one stored part: a backup reads a thousand rows at a time. */
const PART_LENGTH = 16_384;
const MAX_REPORT_BYTES = 64 * 1024 ** 2;
const DAY_MS = 24 * 60 * 60_000;

interface MakerParts {
  readonly database: Database;
  readonly log: Logger;
}

interface Job {
  readonly id: string;
  /** From 0 to 1. */
  progress: number;
  readonly stop: AbortController;
  done: Promise<void>;
}

/** Makes reports in the background, one at a time. One that is stopped with the server has failed. */
export class ReportMaker {
  readonly #parts: MakerParts;
  #job: Job | null = null;
  #isClosed = false;

  constructor(parts: MakerParts) {
    this.#parts = parts;
  }

  /** @returns null while another report is being made */
  async create(
    answers: ReportAnswers,
    { createdBy, nowMs }: { readonly createdBy: string; readonly nowMs: number },
  ): Promise<StoredReport | null> {
    if (this.#job !== null || this.#isClosed) return null;
    const { database } = this.#parts;
    const row = { id: randomUUID(), createdAt: new Date(nowMs), createdBy, answers };
    const job: Job = {
      id: row.id,
      progress: 0,
      stop: new AbortController(),
      done: Promise.resolve(),
    };
    this.#job = job;
    try {
      await database.transaction((transaction) => insertReport(transaction, row));
    } catch (error) {
      this.#job = null;
      throw error;
    }
    job.done = this.#make(row, job.stop.signal).finally(() => (this.#job = null));
    return { ...row, failure: null, result: null };
  }

  /** How far the report with this id is, from 0 to 1; null: it is not being made. */
  progressOf(id: string): number | null {
    return this.#job?.id === id ? this.#job.progress : null;
  }

  /** @returns false when there is none with that id */
  async delete(id: string): Promise<boolean> {
    if (this.#job?.id === id) {
      this.#job.stop.abort();
      await this.#job.done;
    }
    return await deleteReport(this.#parts.database.connection, id);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#job?.stop.abort();
    await this.#job?.done;
  }

  async #make(row: Pick<StoredReport, "id" | "answers" | "createdAt">, signal: AbortSignal) {
    const { database, log } = this.#parts;
    try {
      signal.throwIfAborted();
      const result = await this.#write(row, signal);
      await saveResult(database.connection, row.id, result);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ReportError))
        log.warn({ error, report: row.id }, "a report could not be made");
      const reason =
        error instanceof ReportError ? error.message : "It could not be made: see the log";
      await database
        .transaction((transaction) => saveFailure(transaction, row.id, reason))
        .catch((cause: unknown) =>
          log.warn({ error: cause }, "a failed report could not be stored"),
        );
    }
  }

  async #write(
    { id, answers, createdAt }: Pick<StoredReport, "id" | "answers" | "createdAt">,
    signal: AbortSignal,
  ): Promise<ReportResult> {
    const { connection } = this.#parts.database;
    const period = periodOf(answers);
    const totals = newTotals();
    const passes = answers.kind === "ppl" ? 2 : 1;
    let pass = 0;
    const report = (atMs: number): void => {
      const part = (atMs - period.fromMs) / (period.untilMs - period.fromMs);
      if (this.#job !== null) this.#job.progress = (pass + part) / passes;
    };
    const readReported = async function* () {
      for await (const page of readPlays(connection, period)) {
        signal.throwIfAborted();
        yield page;
        report(page.at(-1)?.startedAtMs ?? period.untilMs);
        // Gives others a turn: a page takes some milliseconds.
        await nextTurn();
      }
      pass += 1;
    };
    const sizeBytes = await this.#store(
      id,
      reportText(answers, { readPlays: readReported, totals }),
      signal,
    );
    const oldestMs = await findOldestPlay(connection);
    const today = localDateOf(createdAt.getTime(), answers.timeZone);
    const isCutAtStart = oldestMs === null || oldestMs >= period.fromMs + DAY_MS;
    return {
      fileName: fileNameOf(answers),
      sizeBytes,
      notes: [...notesOf(answers, { totals, isCutAtStart, today })],
      completeness: totals.completeness,
      incompleteTrackIds: [...incompleteTrackIdsOf(totals)],
    };
  }

  /** @returns its size in bytes */
  async #store(
    reportId: string,
    text: AsyncIterable<string>,
    signal: AbortSignal,
  ): Promise<number> {
    const { connection } = this.#parts.database;
    let sizeBytes = 0;
    let position = 0;
    let waiting = "";
    for await (const piece of text) {
      sizeBytes += Buffer.byteLength(piece);
      if (sizeBytes > MAX_REPORT_BYTES)
        throw new ReportError(
          `It is larger than ${MAX_REPORT_BYTES / 1024 ** 2} MiB: choose fewer days or columns`,
        );
      waiting += piece;
      if (waiting.length < PART_LENGTH) continue;
      signal.throwIfAborted();
      await addPart(connection, { reportId, position, content: waiting });
      position += 1;
      waiting = "";
    }
    await addPart(connection, { reportId, position, content: waiting });
    return sizeBytes;
  }
}
