import { MAX_EDITED_TRACKS } from "@neonrelay/contract/callers";
import { ListMusic, ListStart, Pencil, Tags, Trash2 } from "lucide-react";
import { useState } from "react";
import { useRight } from "../../accounts/index.ts";
import { DeleteDialog } from "../care/delete-dialog.tsx";
import type { TrackListing, TrackRows } from "../library-data.ts";
import { TrackEditor } from "../track-editor/track-editor.tsx";
import { MAX_PLAYED_NEXT, useLoadAll, usePlayTracksNext } from "./track-programme-data.ts";
import { KindDialog } from "./kind-dialog.tsx";
import { loadAllRows } from "./load-all-rows.ts";
import { PlaylistDialog } from "./playlist-dialog.tsx";
import type { TrackSelection } from "./use-track-selection.ts";

/**
 * Actions for the selected tracks of a list.
 * @param listing undefined: all rows are loaded
 */
export function SelectionBar({
  selection,
  rows,
  listing,
}: {
  readonly selection: TrackSelection;
  readonly rows: TrackRows;
  readonly listing: TrackListing | undefined;
}) {
  const [open, setOpen] = useState<DialogKind | undefined>(undefined);
  const mayEdit = useRight("library_edit");
  const all = useLoadAll();
  const loadAll = loadAllRows(rows, listing);
  const { tracks } = selection;
  const isUneditable = tracks.length === 0 || tracks.length > MAX_EDITED_TRACKS;
  const close = () => setOpen(undefined);
  const finish = () => {
    close();
    selection.clear();
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-s2 px-4 py-2">
      <output className="text-[13px] tabular-nums">{tracks.length} selected</output>
      {loadAll !== undefined && (
        <button
          type="button"
          className="button button-small"
          aria-label="Select all"
          disabled={all.isPending}
          onClick={() => all.mutate(loadAll, { onSuccess: selection.addAll })}
        >
          All
        </button>
      )}
      <PlayActions
        tracks={tracks}
        onPlayed={selection.clear}
        onPlaylist={() => setOpen("playlist")}
      />
      <button
        type="button"
        className="button button-small"
        disabled={tracks.length === 0}
        onClick={() => setOpen("kind")}
      >
        <Tags size={15} aria-hidden="true" className="max-sm:hidden" />
        Kind and Weight
      </button>
      {mayEdit && (
        <>
          <button
            type="button"
            className="button button-small"
            disabled={isUneditable}
            onClick={() => setOpen("delete")}
          >
            <Trash2 size={15} aria-hidden="true" className="max-sm:hidden" />
            Delete
          </button>
          <button
            type="button"
            className="button button-small button-primary"
            disabled={isUneditable}
            onClick={() => setOpen("editor")}
          >
            <Pencil size={15} aria-hidden="true" className="max-sm:hidden" />
            Edit
          </button>
        </>
      )}
      <button type="button" className="button button-small" onClick={selection.stop}>
        Done
      </button>
      {open !== undefined && (
        <SelectionDialog kind={open} tracks={tracks} onDone={finish} onClose={close} />
      )}
    </div>
  );
}

type DialogKind = "kind" | "editor" | "delete" | "playlist";

function SelectionDialog({
  kind,
  tracks,
  ...then
}: {
  readonly kind: DialogKind;
  readonly tracks: TrackSelection["tracks"];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const trackIds = tracks.map(({ id }) => id);
  switch (kind) {
    case "playlist":
      return <PlaylistDialog tracks={tracks} {...then} />;
    case "kind":
      return <KindDialog tracks={tracks} {...then} />;
    case "editor":
      return <TrackEditor trackIds={trackIds} {...then} />;
    case "delete":
      return <DeleteDialog trackIds={trackIds} {...then} />;
    default:
      return kind satisfies never;
  }
}

/** Queue and playlist actions for the selected tracks. */
function PlayActions({
  tracks,
  onPlayed,
  onPlaylist,
}: {
  readonly tracks: TrackSelection["tracks"];
  readonly onPlayed: () => void;
  readonly onPlaylist: () => void;
}) {
  const mayQueue = useRight("queue_control");
  const playNext = usePlayTracksNext();
  const isTooMany = tracks.length > MAX_PLAYED_NEXT;
  return (
    <>
      <span className="ml-auto max-sm:hidden" />
      {mayQueue && (
        <button
          type="button"
          className="button button-small"
          disabled={tracks.length === 0 || isTooMany || playNext.isPending}
          title={isTooMany ? `At most ${MAX_PLAYED_NEXT} tracks` : undefined}
          onClick={() => playNext.mutate(tracks, { onSuccess: onPlayed })}
        >
          <ListStart size={15} aria-hidden="true" className="max-sm:hidden" />
          Play Next
        </button>
      )}
      <button
        type="button"
        className="button button-small"
        disabled={tracks.length === 0}
        onClick={onPlaylist}
      >
        <ListMusic size={15} aria-hidden="true" className="max-sm:hidden" />
        Add to Playlist
      </button>
    </>
  );
}
