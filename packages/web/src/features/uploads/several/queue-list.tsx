import { Pause, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { countOf } from "../../../ui/count-of.ts";
import { summarise, wordUpload } from "./upload-queue-rules.ts";
import type { QueuedUpload } from "./upload-queue-rules.ts";

/** Maximum rows shown; the totals count all. */
const MAX_ROWS = 100;

interface RowEvents {
  readonly onPause: (id: string) => void;
  readonly onResume: (id: string) => void;
  readonly onCancel: (id: string) => void;
}

/** This page's uploads: the totals, and a row per file, those in progress first. */
export function QueueList({
  uploads,
  onPauseAll,
  onResumeAll,
  onClear,
  ...events
}: RowEvents & {
  readonly uploads: readonly QueuedUpload[];
  readonly onPauseAll: () => void;
  readonly onResumeAll: () => void;
  readonly onClear: () => void;
}) {
  const rows = uploads.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MAX_ROWS);
  const isMoving = uploads.some(({ state }) => rank[state.kind] <= rank.waiting);
  const isPaused = uploads.some(({ state }) => state.kind === "paused");
  const isFinished = uploads.some(({ state }) => rank[state.kind] >= rank.refused);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <QueueSum uploads={uploads} />
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button" disabled={!isMoving} onClick={onPauseAll}>
          Pause All
        </button>
        <button type="button" className="button" disabled={!isPaused} onClick={onResumeAll}>
          Resume All
        </button>
        <button type="button" className="button" disabled={!isFinished} onClick={onClear}>
          Clear Finished
        </button>
      </div>
      <ul aria-label="Files of this upload" className="flex flex-col gap-3">
        {rows.map((upload) => (
          <QueueRow key={upload.id} upload={upload} {...events} />
        ))}
      </ul>
      {uploads.length > rows.length && (
        <p className="text-[13px] text-muted">
          And {countOf(uploads.length - rows.length, "more file")}.
        </p>
      )}
    </div>
  );
}

const rank = { sending: 0, waiting: 2, paused: 1, refused: 3, sent: 4 } as const;

function rankOf({ state }: QueuedUpload): number {
  return rank[state.kind];
}

function QueueSum({ uploads }: { readonly uploads: readonly QueuedUpload[] }) {
  const { files, sent, refused, sizeBytes, sentBytes } = summarise(uploads);
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <output className="min-w-0 flex-1 text-[13px] text-muted">
          {`${sent} of ${countOf(files, "file")} sent${refused > 0 ? `, ${refused} refused` : ""}`}
        </output>
        <span className="font-mono text-[13px] text-muted tabular-nums">
          {`${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`}
        </span>
      </div>
      <progress
        aria-label="All files of this upload"
        className="progress mt-2"
        max={Math.max(1, sizeBytes)}
        value={sentBytes}
      />
    </div>
  );
}

function QueueRow({
  upload,
  onPause,
  onResume,
  onCancel,
}: RowEvents & { readonly upload: QueuedUpload }) {
  const { id, name, sizeBytes, sentBytes, state } = upload;
  const isOpen = rank[state.kind] <= rank.waiting;
  return (
    <li className="flex min-w-0 items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={name}>
          <bdi>{name}</bdi>
        </p>
        {isOpen && sentBytes > 0 && (
          <progress
            aria-label={`Upload of ${name}`}
            className="progress mt-1"
            max={sizeBytes}
            value={sentBytes}
          />
        )}
        <p
          className={`mt-1 text-[13px] break-words ${state.kind === "refused" ? "text-danger" : "text-muted"}`}
        >
          {wordUpload(upload)}
        </p>
      </div>
      {state.kind === "sending" && (
        <RowButton label={`Pause ${name}`} icon={<Pause {...icon} />} onClick={() => onPause(id)} />
      )}
      {state.kind === "paused" && (
        <RowButton
          label={`Resume ${name}`}
          icon={<Play {...icon} />}
          onClick={() => onResume(id)}
        />
      )}
      {isOpen && (
        <RowButton label={`Cancel ${name}`} icon={<X {...icon} />} onClick={() => onCancel(id)} />
      )}
    </li>
  );
}

const icon = { size: 18, "aria-hidden": true } as const;

function RowButton({
  label,
  icon: shown,
  onClick,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {shown}
    </button>
  );
}
