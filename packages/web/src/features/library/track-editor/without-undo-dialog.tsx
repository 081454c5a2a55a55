import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

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
