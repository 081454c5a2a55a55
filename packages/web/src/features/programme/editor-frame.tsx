import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";

/** The head of an editor: back link, name and remove button. */
export function EditorFrame({
  back,
  title,
  remove,
  children,
  onClose,
}: {
  /** As in 'All Shows'. */
  readonly back: string;
  readonly title: string;
  readonly remove: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <div className="page-form flex flex-col gap-3 lg:gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <button type="button" className="button button-small" onClick={onClose}>
          <ArrowLeft size={15} aria-hidden="true" />
          {back}
        </button>
        <h2 className="min-w-0 truncate text-[17px] font-semibold">{title}</h2>
        <div className="ml-auto">{remove}</div>
      </div>
      {children}
    </div>
  );
}

/** The foot of a form: an error that concerns the whole form, and its buttons. */
export function EditorButtons({
  save,
  isSaving,
  children,
  onCancel,
}: {
  /** As in 'Save Show'. */
  readonly save: string;
  readonly isSaving: boolean;
  readonly children?: ReactNode;
  readonly onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 lg:col-span-2">
      {children}
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="button button-primary" disabled={isSaving}>
        {isSaving ? "Saving…" : save}
      </button>
    </div>
  );
}
