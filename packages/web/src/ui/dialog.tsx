import { X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Modal } from "./modal.tsx";

/** A modal dialog with a title and a close button. */
export function Dialog({
  title,
  isSheet = false,
  children,
  onClose,
}: {
  readonly title: string;
  /** At the right edge of the page, at full height. */
  readonly isSheet?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const titleId = useId();
  return (
    <Modal
      aria-labelledby={titleId}
      className={isSheet ? "dialog sheet" : "dialog"}
      onClose={onClose}
    >
      <div className="p-6">
        <div className="mb-4 flex items-center justify-between gap-4">
          <h2 id={titleId} className="font-display text-[20px] font-semibold">
            {title}
          </h2>
          <button type="button" className="icon-button -mr-2" aria-label="Close" onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  );
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({
  title,
  text,
  action,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-muted">{text}</p>
      <div className="mt-6 flex justify-end gap-3">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-danger"
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}

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
