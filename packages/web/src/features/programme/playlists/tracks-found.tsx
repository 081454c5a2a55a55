import type { Track } from "@neonrelay/contract/callers";
import { SearchX } from "lucide-react";
import { countOf } from "../../../ui/count-of.ts";
import { formatHours, UNKNOWN } from "../../../ui/format-time.ts";
import { EmptyState, ErrorRow, LoadingRows } from "../../../ui/panel-state.tsx";
import { TrackLine } from "../track-picker.tsx";

interface Found {
  readonly trackCount: number;
  readonly durationMs: number;
  readonly tracks: readonly Track[];
}

/** The number of tracks that match a rule now, and the first of them. */
export function TracksFound({
  query,
}: {
  readonly query: {
    readonly data: Found | undefined;
    readonly isError: boolean;
    readonly refetch: () => Promise<unknown>;
  };
}) {
  const { data, isError } = query;
  const more = data === undefined ? 0 : data.trackCount - data.tracks.length;
  return (
    <section aria-labelledby="tracks-found" className="panel overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h3 id="tracks-found" className="text-[17px] leading-6 font-semibold">
          Matching Tracks
        </h3>
        <output className="badge text-muted tabular-nums">
          {data === undefined || isError
            ? UNKNOWN
            : `${countOf(data.trackCount, "track")} · ${formatHours(data.durationMs)}`}
        </output>
      </div>
      {data === undefined && !isError && <LoadingRows label="Finding tracks" count={3} />}
      {isError && (
        <ErrorRow text="The rule could not be tried" onRetry={() => void query.refetch()} />
      )}
      {data !== undefined && !isError && data.trackCount === 0 && (
        <EmptyState
          icon={<SearchX size={32} />}
          title="No track matches the rule"
          text="The playlist doesn't play until one does."
        />
      )}
      {data !== undefined && !isError && data.trackCount > 0 && (
        <div className="max-h-96 overflow-y-auto pb-2">
          <ul>
            {data.tracks.map((track) => (
              <li key={track.id} className="flex h-14 items-center gap-3 px-4">
                <TrackLine track={track} />
              </li>
            ))}
          </ul>
          {more > 0 && <p className="px-4 py-2 text-[13px] text-muted">And {more} more</p>}
        </div>
      )}
    </section>
  );
}
