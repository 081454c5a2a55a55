import type { Track } from "@neonrelay/contract/callers";
import { Tags } from "lucide-react";
import { useState } from "react";
import { KindDialog } from "./kind-dialog.tsx";
import type { TrackSelection } from "./use-track-selection.ts";

/** Actions for the selected tracks. @param shown all tracks of the list; undefined: too many */
export function SelectionBar({
  selection,
  shown,
}: {
  readonly selection: TrackSelection;
  readonly shown: readonly Track[] | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { tracks } = selection;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-s2 px-4 py-2">
      <output className="text-[13px] tabular-nums">{tracks.length} selected</output>
      {shown !== undefined && (
        <button
          type="button"
          className="button button-small"
          aria-label="Select all"
          onClick={() => selection.addAll(shown)}
        >
          All
        </button>
      )}
      <button
        type="button"
        className="button button-small button-primary ml-auto"
        disabled={tracks.length === 0}
        onClick={() => setIsOpen(true)}
      >
        <Tags size={15} aria-hidden="true" className="max-sm:hidden" />
        Kind and Weight
      </button>
      <button type="button" className="button button-small" onClick={selection.stop}>
        Done
      </button>
      {isOpen && (
        <KindDialog
          tracks={tracks}
          onDone={() => {
            setIsOpen(false);
            selection.clear();
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
