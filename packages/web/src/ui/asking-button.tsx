import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** A button for an action that can't be undone: it asks for confirmation first. */
export function AskingButton({
  name,
  label,
  className,
  isBusy,
  question,
  onConfirm,
}: {
  readonly name: string;
  /** What a screen reader says instead, if several buttons share a name. */
  readonly label?: string;
  readonly className: string;
  readonly isBusy: boolean;
  readonly question: { readonly title: string; readonly text: string };
  readonly onConfirm: () => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isBusy}
        aria-label={label}
        onClick={() => setIsAsking(true)}
      >
        {name}
      </button>
      {isAsking && (
        <ConfirmDialog
          {...question}
          action={name}
          onConfirm={onConfirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
