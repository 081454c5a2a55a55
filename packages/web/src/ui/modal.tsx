import { useLayoutEffect, useRef } from "react";
import type { MouseEvent, ReactNode, SyntheticEvent } from "react";

/**
 * A modal dialog of the browser itself: it keeps the focus, makes the page behind it inert, closes on Escape
 * and injects no style element, which the content security policy would refuse.
 */
export function Modal({
  className,
  children,
  onClose,
  ...label
}: {
  readonly className: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
} & ({ readonly "aria-label": string } | { readonly "aria-labelledby": string })) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect's clean-up runs while the dialog is still in the page, so that closing returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The close button comes first, but people open a form to fill it in.
    element?.querySelector<HTMLElement>("form :is(input, select, textarea)")?.focus();
    return () => element?.close();
  }, []);
  // React also bubbles it from an inner dialog, and a file input fires it when no file was chosen.
  const cancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  const isPressedBeside = useRef(false);
  const closeOnBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (isPressedBeside.current && isBeside(event)) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape and the button close it too
    <dialog
      ref={dialog}
      {...label}
      className={className}
      onCancel={cancel}
      onPointerDown={(event) => (isPressedBeside.current = isBeside(event))}
      onClick={closeOnBackdrop}
    >
      {children}
    </dialog>
  );
}

/**
 * Whether a click is on the backdrop. Empty parts of the dialog have the same target, and a press that starts in a
 * field and ends on the backdrop is a click there too.
 */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
