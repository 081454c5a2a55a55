import type { Playlist, Track } from "@neonrelay/contract/callers";
import { ListMusic, ListPlus } from "lucide-react";
import { useState } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { formatHours } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { MovableRows } from "../../../ui/movable-rows/movable-rows.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { TrackPicker } from "../track-picker.tsx";
import { HAND_PICKED_ROW_PX, HandPickedRow } from "./hand-picked-row.tsx";
import { durationOf, entriesOf, withEntryMoved } from "./hand-picked-rules.ts";
import { usePlaylistTracks } from "./playlists-data.ts";

/** The tracks of a hand-picked playlist, saved with it. @param tracks as changed; undefined: as saved */
export function HandPickedTracks({
  stored,
  tracks,
  onChange,
}: {
  readonly stored: Playlist | undefined;
  readonly tracks: readonly Track[] | undefined;
  readonly onChange: (tracks: readonly Track[]) => void;
}) {
  if (tracks !== undefined || stored === undefined)
    return <PickedList tracks={tracks ?? []} onChange={onChange} />;
  return <StoredTracks playlist={stored} onChange={onChange} />;
}

function StoredTracks({
  playlist,
  onChange,
}: {
  readonly playlist: Playlist;
  readonly onChange: (tracks: readonly Track[]) => void;
}) {
  const stored = usePlaylistTracks(playlist);
  return (
    <Loaded what="tracks" query={stored}>
      {(tracks) => <PickedList tracks={tracks} onChange={onChange} />}
    </Loaded>
  );
}

function PickedList({
  tracks,
  onChange,
}: {
  readonly tracks: readonly Track[];
  readonly onChange: (tracks: readonly Track[]) => void;
}) {
  const [isPicking, setIsPicking] = useState(false);
  const entries = entriesOf(tracks);
  return (
    <section aria-labelledby="picked" className="panel min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h3 id="picked" className="text-[17px] leading-6 font-semibold">
          Tracks
        </h3>
        <span className="badge text-muted tabular-nums">
          {countOf(tracks.length, "track")} · {formatHours(durationOf(tracks))}
        </span>
        <button
          type="button"
          className="button button-small ml-auto"
          onClick={() => setIsPicking(true)}
        >
          <ListPlus size={15} aria-hidden="true" />
          Add Tracks
        </button>
      </div>
      {tracks.length === 0 && (
        <EmptyState
          icon={<ListMusic size={32} />}
          title="No tracks yet"
          text="Search for tracks to add. Saving the playlist saves them."
        />
      )}
      <div className="max-h-[640px] overflow-y-auto pb-1">
        <MovableRows
          label="Tracks of the playlist"
          items={entries}
          rowPx={HAND_PICKED_ROW_PX}
          canMove
          onMove={({ id }, index) => onChange(withEntryMoved(entries, { id, index }))}
          onRemove={({ id }) =>
            onChange(entries.filter((entry) => entry.id !== id).map(({ track }) => track))
          }
        >
          {(entry, place, actions) => (
            <HandPickedRow
              key={entry.id}
              entry={entry}
              index={entries.indexOf(entry)}
              place={place}
              {...actions}
            />
          )}
        </MovableRows>
      </div>
      {isPicking && (
        <TrackPicker
          title="Add tracks"
          action="Add"
          onPick={(track) => onChange([...tracks, track])}
          onClose={() => setIsPicking(false)}
        />
      )}
    </section>
  );
}
