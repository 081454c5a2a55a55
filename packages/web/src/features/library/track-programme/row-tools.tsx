import type { Track } from "@neonrelay/contract/callers";
import { Pencil } from "lucide-react";
import type { TrackListing, TrackRows } from "../library-data.ts";
import { loadRows } from "./load-all-rows.ts";
import { useLoadAll } from "./track-programme-data.ts";
import { programmeWords } from "./track-programme-rules.ts";
import type { TrackSelection } from "./use-track-selection.ts";

/**
 * A selection with the list it is made in.
 * @property listing undefined: all rows are loaded
 */
export type RowSelection = Pick<TrackSelection, "has" | "toggle" | "addAll" | "lastRow"> & {
  readonly rows: TrackRows;
  readonly listing: TrackListing | undefined;
};

/** Operators' controls of a library row; loaded for operators only. */
export const rowTools = { SelectBox, EditButton, programmeWords };
export type RowTools = typeof rowTools;

/** Not on phones, where rows have no room: there you select tracks to edit them. */
function EditButton({
  track,
  onEdit,
}: {
  readonly track: Track;
  readonly onEdit: (track: Track) => void;
}) {
  return (
    <button
      type="button"
      className="icon-button row-action max-md:hidden"
      aria-label={`Edit ${track.title}`}
      title="Edit"
      onClick={() => onEdit(track)}
    >
      <Pencil size={16} aria-hidden="true" />
    </button>
  );
}

/** As large as the cover that it replaces, so that it is easy to tap. Shift selects all rows since the last one. */
function SelectBox({
  track,
  row,
  selection,
}: {
  readonly track: Track;
  readonly row: number;
  readonly selection: RowSelection;
}) {
  const range = useLoadAll();
  const { lastRow } = selection;
  const select = (isRange: boolean) => {
    if (!isRange || lastRow === undefined) return selection.toggle(track, row);
    const rows = { first: Math.min(lastRow, row), last: Math.max(lastRow, row) };
    return range.mutate(() => loadRows(selection, rows), { onSuccess: selection.addAll });
  };
  return (
    <label className="flex size-10 cursor-pointer items-center justify-center rounded-s bg-s3 select-none">
      <input
        type="checkbox"
        className="size-5 accent-primary-edge"
        aria-label={`Select ${track.title}`}
        checked={selection.has(track.id)}
        onChange={({ nativeEvent }) =>
          select(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
