import { ArrowLeft, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ApiCallError } from "../../api/call-api.ts";
import { AskingButton } from "../../ui/dialog.tsx";

interface Item {
  readonly id: string;
  readonly name: string;
}

/** The saved item of an editor. `loadAgain` loads its current version and restarts the form, keyed by `loads`. */
export function useStored<Edited extends Item>(
  item: Edited | undefined,
  load: (id: string) => Promise<Edited | undefined>,
) {
  const [stored, setStored] = useState(item);
  const [loads, setLoads] = useState(0);
  const loadAgain = async () => {
    if (stored === undefined) return;
    // The page's list may not have the change yet.
    setStored((await load(stored.id)) ?? stored);
    setLoads((before) => before + 1);
  };
  return { stored, setStored, loads, loadAgain: () => void loadAgain() };
}

/** The head of an editor: back link, name and buttons. */
export function EditorFrame({
  back,
  title,
  buttons,
  children,
  onClose,
}: {
  /** As in 'All Shows'. */
  readonly back: string;
  readonly title: string;
  readonly buttons: ReactNode;
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
        <div className="ml-auto flex gap-2">{buttons}</div>
      </div>
      {children}
    </div>
  );
}

/** Removes the edited item after a question; nothing for a new item. */
export function RemoveButton<Edited extends Item>({
  item,
  remove,
  text,
  onRemoved,
}: {
  readonly item: Edited | undefined;
  readonly remove: {
    readonly isPending: boolean;
    readonly mutate: (item: Edited, options: { readonly onSuccess: () => void }) => void;
  };
  /** Other consequences of the removal. */
  readonly text: string;
  readonly onRemoved: () => void;
}) {
  if (item === undefined) return null;
  return (
    <AskingButton
      name="Remove"
      label={`Remove ${item.name}`}
      className="button button-small button-danger"
      isBusy={remove.isPending}
      question={{ title: `Remove ${item.name}?`, text }}
      onConfirm={() => remove.mutate(item, { onSuccess: onRemoved })}
    />
  );
}

/** The foot of a form: an error that concerns the whole form, and its buttons. */
export function EditorButtons({
  save,
  cancel = "Cancel",
  isSaving,
  children,
  onCancel,
}: {
  /** As in 'Save Show'. */
  readonly save: string;
  /** Another name for the button that leaves the form. */
  readonly cancel?: string;
  readonly isSaving: boolean;
  readonly children?: ReactNode;
  readonly onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 lg:col-span-2">
      {children}
      <button type="button" className="button" onClick={onCancel}>
        {cancel}
      </button>
      <button type="submit" className="button button-primary" disabled={isSaving}>
        {isSaving ? "Saving…" : save}
      </button>
    </div>
  );
}

/** Whether a change was refused because someone else made one first. */
export function isOutdated(error: unknown): boolean {
  return (
    error instanceof ApiCallError &&
    error.apiError?.code === "conflict" &&
    error.apiError.field === "version"
  );
}

/** Shown beside the save button. */
export function Outdated({
  what,
  onLoadAgain,
}: {
  /** As in 'this playlist'. */
  readonly what: string;
  readonly onLoadAgain: () => void;
}) {
  return (
    <div role="alert" className="flex max-w-[64ch] min-w-0 items-center gap-3 text-[13px]">
      <TriangleAlert size={18} className="shrink-0 text-danger" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        Someone else has changed this {what} meanwhile. Load it again to see their changes; yours
        are lost then.
      </p>
      <button type="button" className="button button-small" onClick={onLoadAgain}>
        Load Again
      </button>
    </div>
  );
}
