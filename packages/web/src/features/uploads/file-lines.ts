import type { ImportedPlaylist, IncomingFile, IncomingState } from "@neonrelay/contract/callers";
import { formatBytes } from "../../ui/format-bytes.ts";
import { wordIncoming } from "./incoming/incoming-rules.ts";
import { type QueuedUpload, wordUpload } from "./several/upload-queue-rules.ts";
import type { UploadRecord } from "./upload-data.ts";
import { formatMegabytes } from "./upload-rules.ts";

/** What can be done with a file. */
export type FileAction =
  | { readonly kind: "pause" | "resume" | "cancel" }
  /** Sends it again; `station`: it has the file still. */
  | { readonly kind: "retry" | "dismiss"; readonly where: "page" | "station" }
  | { readonly kind: "edit"; readonly trackId: string }
  | { readonly kind: "report"; readonly imported: ImportedPlaylist };

/** A line of the list: a file that this page sends, or one of the station's list. */
export interface FileLine {
  readonly id: string;
  readonly name: string;
  readonly mood: "moving" | "done" | "refused";
  readonly words: string;
  /** '1.2 MB of 4.0 MB'; undefined where the words say it. */
  readonly size: string | undefined;
  /** From 0 to 1; undefined while it isn't being sent. */
  readonly sentPart: number | undefined;
  readonly actions: readonly FileAction[];
}

/** Maximum lines of files that this page sends. */
const MAX_OWN_LINES = 100;

/** What the station's list is narrowed to. */
interface Shown {
  readonly state: IncomingState | undefined;
  /** From 0. */
  readonly page: number;
}

/**
 * The lines of the list: first the files of this page that the station doesn't have yet, those in progress first, then
 * the station's, in its order.
 * @returns with the number of this page's files that are left out
 */
export function linesOf({
  records,
  uploads,
  incoming,
  mayEdit,
  shown,
}: {
  readonly records: readonly UploadRecord[];
  readonly uploads: readonly QueuedUpload[];
  /** A page of the station's list. */
  readonly incoming: readonly IncomingFile[];
  readonly mayEdit: boolean;
  readonly shown: Shown;
}): { readonly lines: readonly FileLine[]; readonly leftOut: number } {
  const own = uploads.filter(({ state }) => state.kind !== "sent");
  const isOwn = (file: IncomingFile) =>
    own.some(({ incomingId }) => incomingId === file.id) ||
    records.some((record) => isOf(record, file));
  const ownLines = [
    ...records
      .filter(({ status }) => isShown(shown, stateOfRecord[status]))
      .map((record) => ({
        rank: record.status === "uploading" ? 0 : 4,
        line: lineOfRecord(record),
      })),
    ...own
      .filter((upload) => isShown(shown, stateOfUpload(upload)))
      .map((upload) => ({ rank: rank[upload.state.kind], line: lineOfUpload(upload) })),
  ].toSorted((one, other) => one.rank - other.rank);
  const lines = [
    ...ownLines.slice(0, MAX_OWN_LINES).map(({ line }) => line),
    ...incoming.filter((file) => !isOwn(file)).map(lineOfIncoming),
  ].map((line) => ({
    ...line,
    actions: line.actions.filter(({ kind }) => mayEdit || kind !== "edit"),
  }));
  return { lines, leftOut: Math.max(0, ownLines.length - MAX_OWN_LINES) };
}

const rank = { sending: 0, paused: 1, waiting: 2, refused: 3, imported: 4, sent: 4 } as const;

function isShown({ state, page }: Shown, own: IncomingState): boolean {
  return page === 0 && (state === undefined || state === own);
}

const stateOfRecord = { uploading: "receiving", completed: "added", failed: "refused" } as const;

function stateOfUpload({ state }: QueuedUpload): IncomingState {
  if (state.kind === "refused") return "refused";
  return state.kind === "imported" ? "added" : "receiving";
}

/** Whether the station's line is of a finished form, which has no id in common with it. */
function isOf({ file, status }: UploadRecord, { way, batchId, name, sizeBytes }: IncomingFile) {
  return (
    status !== "uploading" &&
    way === "upload" &&
    batchId === null &&
    name === file.name &&
    sizeBytes === file.size
  );
}

function lineOfRecord(record: UploadRecord): FileLine {
  const { id, file, status, progress, trackId, canRetry } = record;
  const whole = formatMegabytes(file.size);
  const isMoving = status === "uploading";
  return {
    id,
    name: file.name,
    mood: isMoving ? "moving" : status === "completed" ? "done" : "refused",
    words: wordRecord(record),
    size: isMoving ? `${formatMegabytes(progress * file.size)} of ${whole}` : whole,
    sentPart: isMoving ? progress : undefined,
    actions: [
      ...(trackId === null ? [] : [{ kind: "edit", trackId } as const]),
      ...(canRetry ? [{ kind: "retry", where: "page" } as const] : []),
    ],
  };
}

function wordRecord({ status, progress, outcome }: UploadRecord): string {
  switch (status) {
    case "uploading":
      return progress < 1
        ? `Uploading, ${Math.round(progress * 100)} %`
        : "Uploaded; the station is analysing it…";
    case "completed":
      return `Completed. ${outcome ?? ""}`;
    case "failed":
      return `Failed. ${outcome ?? ""}`;
    default:
      return status satisfies never;
  }
}

function lineOfUpload(upload: QueuedUpload): FileLine {
  const { id, name, state, sentBytes, sizeBytes } = upload;
  const isRefused = state.kind === "refused";
  const isSending = sentBytes > 0 && !isRefused && state.kind !== "imported";
  return {
    id,
    name,
    mood: isRefused ? "refused" : state.kind === "imported" ? "done" : "moving",
    words: wordUpload(upload),
    size: isSending ? `${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}` : undefined,
    sentPart: isSending ? sentBytes / sizeBytes : undefined,
    actions: actionsOf(upload),
  };
}

function actionsOf({ what, state }: QueuedUpload): readonly FileAction[] {
  switch (state.kind) {
    case "sending":
      return what === "music" ? [{ kind: "pause" }, { kind: "cancel" }] : [{ kind: "cancel" }];
    case "paused":
      return [{ kind: "resume" }, { kind: "cancel" }];
    case "waiting":
      return [{ kind: "cancel" }];
    case "imported":
      return [{ kind: "report", imported: state.imported }];
    case "refused":
      return [{ kind: "dismiss", where: "page" }];
    case "sent":
      return [];
    default:
      return state satisfies never;
  }
}

function lineOfIncoming(file: IncomingFile): FileLine {
  const { id, name, state, trackId, canRetry } = file;
  const isRefused = state === "refused";
  return {
    id,
    name,
    mood: isRefused ? "refused" : state === "added" ? "done" : "moving",
    words: wordIncoming(file),
    size: undefined,
    sentPart: undefined,
    actions: [
      ...(trackId === null ? [] : [{ kind: "edit", trackId } as const]),
      ...(canRetry ? [{ kind: "retry", where: "station" } as const] : []),
      ...(isRefused ? [{ kind: "dismiss", where: "station" } as const] : []),
    ],
  };
}
