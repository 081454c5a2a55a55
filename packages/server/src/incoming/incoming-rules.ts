import type { IncomingCounts, IncomingFile } from "@neonrelay/contract";

/** A file as stored in the database. */
export interface IncomingRow extends Pick<
  IncomingFile,
  "id" | "name" | "way" | "batchId" | "uploader" | "state" | "sizeBytes" | "reason" | "trackId"
> {
  /** Owner of the upload: an account's id, or 'access-code'; null: the station found it. */
  readonly owner: string | null;
  /** Where it is, see the table. */
  readonly place: string | null;
  readonly startedAt: Date;
  readonly changedAt: Date;
}

const MAX_NAME_LENGTH = 255;

/** A file's name for people: without folders and without characters that hide or reorder others. */
export function shownName(name: string): string {
  const last = name.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const clean = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return Array.from(clean).slice(0, MAX_NAME_LENGTH).join("") || "(no name)";
}

/** @param receivedBytes for an upload in progress */
export function toIncomingFile(row: IncomingRow, receivedBytes: number): IncomingFile {
  const { id, name, way, batchId, uploader, state, sizeBytes, reason, trackId } = row;
  return {
    id,
    name,
    way,
    batchId,
    uploader,
    state,
    sizeBytes,
    receivedBytes: state === "receiving" ? receivedBytes : sizeBytes,
    reason,
    canRetry: state === "refused" && row.place !== null,
    trackId,
    startedAt: row.startedAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  };
}

/** Files that have arrived and are neither added nor refused yet. */
export function countUnderWay(counts: IncomingCounts): number {
  return counts.received + counts.checking + counts.analysing;
}

/** Fewer finished files say nothing of the speed: the first of an upload have been at work for seconds only. */
const LEAST_FINISHED = 5;

/**
 * Time until all arrived files are handled, at the speed of the last minute; null: nothing to do, or too few finished to
 * tell.
 */
export function secondsLeft({
  underWay,
  filesPerMinute,
}: {
  readonly underWay: number;
  readonly filesPerMinute: number;
}): number | null {
  if (underWay === 0 || filesPerMinute < LEAST_FINISHED) return null;
  return Math.ceil((underWay / filesPerMinute) * 60);
}
