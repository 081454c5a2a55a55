import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** A button for actions that can't be undone: its dialog asks, and acts when confirmed. */
export function AskingButton({
  name,
  label,
  className,
  isBusy,
  question,
  onConfirm,
}: {
  readonly name: string;
  /** What a screen reader says instead of the name, where several have the same. */
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
