import type { TrackEdit } from "@neonrelay/contract/callers";
import { History, Undo2 } from "lucide-react";
import { countOf } from "../../../ui/count-of.ts";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { fieldLabels } from "./track-draft.ts";
import { useTracksEdits, useUndoEdit } from "./track-editor-data.ts";

/** The library's latest edits, each with an Undo. */
export function PastEdits() {
  const edits = useTracksEdits();
  const undo = useUndoEdit();
  return (
    <Loaded what="edits" query={edits}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            icon={<History size={32} />}
            title="No edits yet"
            text="The last 50 can be undone here."
          />
        ) : (
          <ul className="flex flex-col gap-3">
            {all.map((edit) => (
              <PastEdit
                key={edit.id}
                edit={edit}
                isBusy={undo.isPending}
                onUndo={() => undo.mutate(edit.id)}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function PastEdit({
  edit,
  isBusy,
  onUndo,
}: {
  readonly edit: TrackEdit;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}) {
  const what = edit.tracks === 1 ? (edit.firstTitle ?? "1 track") : countOf(edit.tracks, "track");
  return (
    <li className="rounded-m border border-line p-3 text-[13px] leading-5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{what}</p>
          <p className="text-muted">
            {edit.fields.map((field) => fieldLabels[field]).join(", ")} · {edit.editedBy} ·{" "}
            {formatDateAndTime(Date.parse(edit.editedAt))}
          </p>
          <FileWords edit={edit} />
        </div>
        {edit.isUndone ? (
          <span className="badge text-muted">Undone</span>
        ) : (
          <button
            type="button"
            className="button button-small"
            aria-label={`Undo the edit of ${what}`}
            disabled={isBusy}
            onClick={onUndo}
          >
            <Undo2 size={15} aria-hidden="true" />
            Undo
          </button>
        )}
      </div>
      {edit.failures.map(({ trackId, title, reason }) => (
        <p key={trackId} className="break-words text-danger">
          {title}: {reason}
        </p>
      ))}
    </li>
  );
}

export function FileWords({ edit: { files } }: { readonly edit: Pick<TrackEdit, "files"> }) {
  const { waiting, written, failed, withoutUndo } = files;
  const words = [
    ...(waiting > 0 ? [`${countOf(waiting, "file")} to write`] : []),
    ...(written > 0 ? [`${countOf(written, "file")} written`] : []),
    ...(failed > 0 ? [`${countOf(failed, "file")} not written`] : []),
  ];
  if (words.length === 0) return null;
  return (
    <>
      <p className="text-muted">{words.join(" · ")}</p>
      {withoutUndo > 0 && (
        <p className="text-muted">
          The originals of {countOf(withoutUndo, "file")} are not kept any more: Undo leaves{" "}
          {withoutUndo === 1 ? "it" : "them"} as {withoutUndo === 1 ? "it is" : "they are"}.
        </p>
      )}
    </>
  );
}
