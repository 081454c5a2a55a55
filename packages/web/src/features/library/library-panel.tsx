import type { Track } from "@neonrelay/contract";
import { Disc3, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { EmptyState, ErrorRow, ErrorState, LoadingRows } from "../../ui/panel-state.tsx";
import { useAddToQueue } from "../queue/queue-data.ts";
import { useLibrary, useTrackSearch } from "./library-data.ts";
import { LibraryStats } from "./library-stats.tsx";
import { SearchField } from "./search-field.tsx";
import { TrackList } from "./track-list.tsx";

const SEARCH_AFTER_MS = 200;

/** The library: search, figures, and every track with its Queue button. */
export function LibraryPanel() {
  const library = useLibrary();
  const [text, setText] = useState("");
  const query = useDelayed(text.trim(), SEARCH_AFTER_MS);
  const search = useTrackSearch(query);
  const isSearching = query !== "";
  const tracks = isSearching ? search.data : library.tracks;
  const hasFailed = isSearching ? search.isError : library.hasFailed;
  const retry = () => (isSearching ? void search.refetch() : library.retry());
  return (
    <div className="flex h-full min-h-[420px] flex-col gap-3 p-2 lg:gap-4 lg:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-1 pt-1 lg:px-0">
        <h1 className="text-[24px] leading-8 font-bold">Music Library</h1>
        <span className="badge text-muted tabular-nums">
          {library.tracks === undefined ? "—" : library.tracks.length}
          {library.tracks === undefined || library.isComplete ? "" : "+"} tracks
        </span>
        <SearchField text={text} onChange={setText} />
      </div>
      <LibraryStats tracks={library.tracks} isComplete={library.isComplete} />
      <section aria-label="Tracks" className="panel flex min-h-0 flex-1 flex-col overflow-hidden">
        {hasFailed && tracks === undefined ? (
          <ErrorState text="The library could not be loaded" onRetry={retry} />
        ) : (
          <TrackResults tracks={tracks} isSearching={isSearching} />
        )}
        {hasFailed && tracks !== undefined && (
          <ErrorRow
            text={
              library.isComplete || isSearching
                ? "The newest state could not be loaded"
                : "The rest of the library could not be loaded"
            }
            onRetry={retry}
          />
        )}
      </section>
    </div>
  );
}

function TrackResults({
  tracks,
  isSearching,
}: {
  readonly tracks: readonly Track[] | undefined;
  readonly isSearching: boolean;
}) {
  const add = useAddToQueue();
  if (tracks === undefined) return <LoadingRows label="Loading library" count={8} />;
  if (tracks.length > 0)
    return <TrackList tracks={tracks} onQueue={(track) => add.mutate(track)} />;
  return isSearching ? (
    <EmptyState icon={<SearchX size={32} />} title="No tracks found matching your search" />
  ) : (
    <EmptyState icon={<Disc3 size={32} />} title="No tracks in library" />
  );
}

/** The value once it has stood still for a while. */
function useDelayed(value: string, delayMs: number): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
}
