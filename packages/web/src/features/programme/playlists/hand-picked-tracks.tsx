import type { Playlist } from "@neonrelay/contract/callers";
import { ListMusic, ListPlus } from "lucide-react";
import { useState } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { formatHours } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { MovableRows } from "../../../ui/movable-rows/movable-rows.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { TrackPicker } from "../track-picker.tsx";
import { HAND_PICKED_ROW_PX, HandPickedRow } from "./hand-picked-row.tsx";
import {
  durationOf,
  entriesOf,
  withEntryMoved,
  withEntryRemoved,
  withTrackAdded,
} from "./hand-picked-rules.ts";
import type { HandPicked } from "./hand-picked-rules.ts";
import { usePlaylistTracks } from "./playlists-data.ts";

/** The tracks of a hand-picked playlist, saved with it. @param entries as changed; undefined: as saved */
export function HandPickedTracks({
  stored,
  entries,
  onChange,
}: {
  readonly stored: Playlist | undefined;
  readonly entries: readonly HandPicked[] | undefined;
  readonly onChange: (entries: readonly HandPicked[]) => void;
}) {
  if (entries !== undefined || stored === undefined)
    return <PickedList entries={entries ?? []} onChange={onChange} />;
  return <StoredTracks playlist={stored} onChange={onChange} />;
}

function StoredTracks({
  playlist,
  onChange,
}: {
  readonly playlist: Playlist;
  readonly onChange: (entries: readonly HandPicked[]) => void;
}) {
  const stored = usePlaylistTracks(playlist);
  return (
    <Loaded what="tracks" query={stored}>
      {(tracks) => <PickedList entries={entriesOf(tracks)} onChange={onChange} />}
    </Loaded>
  );
}

function PickedList({
  entries,
  onChange,
}: {
  readonly entries: readonly HandPicked[];
  readonly onChange: (entries: readonly HandPicked[]) => void;
}) {
  const [isPicking, setIsPicking] = useState(false);
  return (
    <section aria-labelledby="picked" className="panel min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h3 id="picked" className="text-[17px] leading-6 font-semibold">
          Tracks
        </h3>
        <span className="badge text-muted tabular-nums">
          {countOf(entries.length, "track")} · {formatHours(durationOf(entries))}
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
      {entries.length === 0 && (
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
          onRemove={({ id }) => onChange(withEntryRemoved(entries, id))}
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
          onPick={(track) => onChange(withTrackAdded(entries, track))}
          onClose={() => setIsPicking(false)}
        />
      )}
    </section>
  );
}
