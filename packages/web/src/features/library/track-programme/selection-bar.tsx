import { MAX_EDITED_TRACKS } from "@neonrelay/contract/callers";
import type { Track } from "@neonrelay/contract/callers";
import { Pencil, Tags } from "lucide-react";
import { useState } from "react";
import { TrackEditor } from "../track-editor/track-editor.tsx";
import { useLoadAll } from "./track-programme-data.ts";
import { KindDialog } from "./kind-dialog.tsx";
import type { TrackSelection } from "./use-track-selection.ts";

/** Actions for the selected tracks. @param loadAll gives all tracks of the list; undefined: too many */
export function SelectionBar({
  selection,
  loadAll,
  mayEdit,
}: {
  readonly selection: TrackSelection;
  readonly loadAll: (() => Promise<readonly Track[]>) | undefined;
  readonly mayEdit: boolean;
}) {
  const [open, setOpen] = useState<"kind" | "editor" | undefined>(undefined);
  const all = useLoadAll();
  const { tracks } = selection;
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
      <button
        type="button"
        className="button button-small ml-auto"
        disabled={tracks.length === 0}
        onClick={() => setOpen("kind")}
      >
        <Tags size={15} aria-hidden="true" className="max-sm:hidden" />
        Kind and Weight
      </button>
      {mayEdit && (
        <button
          type="button"
          className="button button-small button-primary"
          disabled={tracks.length === 0 || tracks.length > MAX_EDITED_TRACKS}
          onClick={() => setOpen("editor")}
        >
          <Pencil size={15} aria-hidden="true" className="max-sm:hidden" />
          Edit
        </button>
      )}
      <button type="button" className="button button-small" onClick={selection.stop}>
        Done
      </button>
      {open === "kind" && <KindDialog tracks={tracks} onDone={finish} onClose={close} />}
      {open === "editor" && (
        <TrackEditor trackIds={tracks.map(({ id }) => id)} onDone={finish} onClose={close} />
      )}
    </div>
  );
}
