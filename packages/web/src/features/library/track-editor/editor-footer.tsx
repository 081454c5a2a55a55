import type { EditPreview, EditableTrack } from "@neonrelay/contract/callers";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { failureText } from "../../../api/call-api.ts";
import { countOf } from "../../../ui/count-of.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { SwitchField } from "../../../ui/form-fields.tsx";
import { UNKNOWN } from "../../../ui/format-time.ts";
import { DeleteDialog } from "../care/delete-dialog.tsx";
import { bodyOf, fieldLabels, type TrackDraft } from "./track-draft.ts";
import { editLabels, useEditTracks, usePreview } from "./track-editor-data.ts";

/** Shows what would change, and saves it. */
export function EditorFooter({
  tracks,
  draft,
  onDone,
}: {
  readonly tracks: readonly EditableTrack[];
  readonly draft: TrackDraft;
  readonly onDone: () => void;
}) {
  const ids = tracks.map(({ id }) => id);
  const preview = usePreview(ids);
  const [writesFiles, setWritesFiles] = useState(false);
  const [previewed, setPreviewed] = useState<TrackDraft | undefined>(undefined);
  const [isDeleting, setIsDeleting] = useState(false);
  const isEmpty = bodyOf(draft) === undefined;
  const isShown = previewed === draft && preview.data !== undefined;
  const look = () => {
    setPreviewed(draft);
    preview.mutate(draft);
  };
  return (
    <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
      <SwitchField
        label="Write into the files too"
        text="The sound and everything else in them stays. Without this, the library keeps the edit, and reading the files again leaves it alone."
        isOn={writesFiles}
        onChange={setWritesFiles}
      />
      {isShown && preview.data !== undefined && <PreviewList preview={preview.data} />}
      {previewed === draft && preview.isError && (
        <p role="alert" className="text-[13px] text-danger">
          {failureText(preview.error, "The preview could not be made", editLabels)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <button
          type="button"
          className="button mr-auto"
          aria-label="Delete"
          title="Delete"
          onClick={() => setIsDeleting(true)}
        >
          <Trash2 size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="button"
          disabled={isEmpty || preview.isPending}
          onClick={look}
        >
          {preview.isPending ? "Looking…" : "Preview"}
        </button>
        <SaveButton trackIds={ids} draft={draft} writesFiles={writesFiles} onDone={onDone} />
      </div>
      {isDeleting && (
        <DeleteDialog trackIds={ids} onDone={onDone} onClose={() => setIsDeleting(false)} />
      )}
    </div>
  );
}

/** Asks first if the edit could not be undone in the files. */
function SaveButton({
  trackIds,
  draft,
  writesFiles,
  onDone,
}: {
  readonly trackIds: readonly string[];
  readonly draft: TrackDraft;
  readonly writesFiles: boolean;
  readonly onDone: () => void;
}) {
  const save = useEditTracks(trackIds);
  const [question, setQuestion] = useState<string | undefined>(undefined);
  const saveIt = (mayLoseOriginals: boolean) =>
    save.mutate(
      { draft, writesFiles, mayLoseOriginals },
      {
        onSuccess: (saved) => {
          if (saved.kind === "question") setQuestion(saved.text);
          else onDone();
        },
      },
    );
  return (
    <>
      <button
        type="button"
        className="button button-primary"
        disabled={bodyOf(draft) === undefined || save.isPending}
        onClick={() => saveIt(false)}
      >
        {save.isPending ? "Saving…" : "Save"}
      </button>
      {question !== undefined && (
        <WithoutUndoDialog
          text={question}
          onSave={() => saveIt(true)}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

/** What an edit would change: every field of the first tracks, before and after. */
function PreviewList({ preview }: { readonly preview: EditPreview }) {
  const { changed, refused, tracks, problems } = preview;
  const more = changed - tracks.length;
  return (
    <section aria-label="Preview" className="flex flex-col gap-3 rounded-m bg-s2 p-3 text-[13px]">
      <output className="font-semibold">
        {countOf(changed, "track")} would change
        {refused > 0 && `, ${refused} would stay because of a problem`}
      </output>
      <ul className="flex max-h-72 flex-col gap-3 overflow-y-auto">
        {problems.map(({ trackId, title, problem }) => (
          <li key={trackId} className="min-w-0">
            <p className="truncate font-medium">{title}</p>
            <p className="text-danger">{problem}</p>
          </li>
        ))}
        {tracks.map(({ trackId, title, changes }) => (
          <li key={trackId} className="min-w-0">
            <p className="truncate font-medium">{title}</p>
            {changes.map(({ field, before, after }) => (
              <p key={field} className="break-words text-muted">
                {fieldLabels[field]}: <del>{before ?? UNKNOWN}</del>{" "}
                <ins className="text-text no-underline">{after ?? UNKNOWN}</ins>
              </p>
            ))}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-muted">And {countOf(more, "more track")}</p>}
    </section>
  );
}

/** Warns before saving an edit that could not be undone in the files. */
export function WithoutUndoDialog({
  text,
  onSave,
  onClose,
}: {
  readonly text: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Write Without Undo?"
      text={`${text}. Undo would change the library only.`}
      action="Write Anyway"
      onConfirm={onSave}
      onClose={onClose}
    />
  );
}
