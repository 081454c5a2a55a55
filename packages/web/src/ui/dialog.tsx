import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef } from "react";
import type { MouseEvent, ReactNode } from "react";

/**
 * A modal dialog of the browser itself: it keeps the focus, makes the page behind it inert, closes on Escape
 * and injects no style element, which the content security policy would refuse.
 */
export function Dialog({
  title,
  isSheet = false,
  children,
  onClose,
}: {
  readonly title: string;
  /** Along the right edge of the page, as high as it. */
  readonly isSheet?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect ends while the dialog is still in the page, so that closing gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const closeOnBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) onClose();
  };
  return (
    // A click on the backdrop is an extra for pointers; Escape and the button close it by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={isSheet ? "dialog sheet" : "dialog"}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeOnBackdrop}
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
    </dialog>
  );
}
