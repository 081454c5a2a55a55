import { X } from "lucide-react";
import { useId } from "react";
import type { ReactNode } from "react";
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
