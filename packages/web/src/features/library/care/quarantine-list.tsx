import type { QuarantinedTrack } from "@neonrelay/contract/callers";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { ListenControl } from "../listen/listen-control.tsx";
import { useQuarantined, useRetryQuarantined } from "./attention-data.ts";

/** Tracks kept off the air because they hung or crashed the audio engine; nothing if there are none. */
export function QuarantineList({ onDelete }: { readonly onDelete: (trackId: string) => void }) {
  const { data } = useQuarantined();
  const retry = useRetryQuarantined();
  if (data === undefined || data.tracks.length === 0) return null;
  return (
    <section aria-label="Kept off the air" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="min-w-0 flex-1 font-medium">Kept off the Air</h3>
        {data.tracks.length > 1 && (
          <button
            type="button"
            className="button button-small"
            disabled={retry.isPending}
            onClick={() => retry.mutate(data.tracks.map(({ trackId }) => trackId))}
          >
            Try All Again
          </button>
        )}
      </div>
      <ul aria-label="Tracks kept off the air" className="flex flex-col gap-3">
        {data.tracks.map((track) => (
          <QuarantinedRow
            key={track.trackId}
            track={track}
            isBusy={retry.isPending}
            onDelete={() => onDelete(track.trackId)}
            onRetry={() => retry.mutate([track.trackId])}
          />
        ))}
      </ul>
    </section>
  );
}

function QuarantinedRow({
  track,
  isBusy,
  onDelete,
  onRetry,
}: {
  readonly track: QuarantinedTrack;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
  readonly onRetry: () => void;
}) {
  const { title, artist, file, reason, since } = track;
  return (
    <li className="flex flex-col gap-2 rounded-m border border-line p-3 text-[13px] leading-5">
      <p className="truncate font-medium">
        <bdi>{title}</bdi> <span className="text-muted">{artist}</span>
      </p>
      <p>
        <span className="text-danger">{reason}.</span>{" "}
        <span className="text-muted">
          Replace its file, or let it play once more: it is kept off the air again if it crashes the
          audio engine again.
        </span>
      </p>
      <p className="break-words text-muted">
        <bdi>{file}</bdi>
        {since !== null && ` · ${formatDateAndTime(Date.parse(since))}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <ListenControl track={track} name={title} />
        <button
          type="button"
          className="button button-small"
          aria-label={`Delete ${title}`}
          onClick={onDelete}
        >
          Delete
        </button>
        <button
          type="button"
          className="button button-small ml-auto"
          aria-label={`Try Again: ${title}`}
          disabled={isBusy}
          onClick={onRetry}
        >
          Try Again
        </button>
      </div>
    </li>
  );
}
