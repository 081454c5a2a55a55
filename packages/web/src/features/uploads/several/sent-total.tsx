import { countOf } from "../../../ui/count-of.ts";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { type QueuedUpload, summarise } from "./upload-queue-rules.ts";
import type { UploadQueue } from "./upload-queue.ts";

/** How much of this page's files is sent, and the buttons for all of them. */
export function SentTotal({
  uploads,
  queue,
}: {
  readonly uploads: readonly QueuedUpload[];
  readonly queue: UploadQueue;
}) {
  const { files, sent, refused, sizeBytes, sentBytes } = summarise(uploads);
  const isMoving = uploads.some(({ state: { kind } }) => kind === "sending" || kind === "waiting");
  const isPaused = uploads.some(({ state }) => state.kind === "paused");
  return (
    <div className="flex min-w-0 flex-col gap-3">
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
      {(isMoving || isPaused) && (
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="button button-small"
            disabled={!isMoving}
            onClick={() => queue.pauseAll()}
          >
            Pause All
          </button>
          <button
            type="button"
            className="button button-small"
            disabled={!isPaused}
            onClick={() => queue.resumeAll()}
          >
            Resume All
          </button>
        </div>
      )}
    </div>
  );
}
