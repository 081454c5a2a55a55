import { useState } from "react";
import { ConfirmDialog, Dialog } from "../../../ui/dialog.tsx";
import { movedSeries } from "./repeat-rules.ts";
import {
  useCancelOccurrence,
  useMoveOccurrence,
  useRemoveEntry,
  useSaveEntry,
} from "./week-data.ts";
import type { Span } from "./week-geometry.ts";
import type { PendingChange } from "./week-grid.tsx";
import { spanWords, type WeekItem } from "./week-item.ts";

/** The question before a change to the week. */
type Question =
  | { readonly kind: "move"; readonly item: WeekItem; readonly span: Span }
  | { readonly kind: "remove"; readonly item: WeekItem };

/** Moves and removes occurrences, and asks first if they repeat. */
export function useWeekChanges() {
  const [pending, setPending] = useState<PendingChange | undefined>(undefined);
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const save = useSaveEntry();
  const moveOne = useMoveOccurrence();
  const cancelOne = useCancelOccurrence();
  const removeAll = useRemoveEntry();
  const done = { onSettled: () => setPending(undefined) };
  const saveAll = ({ entry, occurrence: { date } }: WeekItem, span: Span) => {
    const { what, priority } = entry;
    const times = movedSeries(entry, { from: date, to: span });
    save.mutate({ stored: entry, draft: { what, priority, ...times } }, done);
  };
  return {
    pending,
    setPending,
    question,
    dismiss: () => {
      setQuestion(undefined);
    },
    /** Asks first if it repeats. */
    change: (item: WeekItem, span: Span) => {
      setPending({ item, span });
      if (item.entry.repeat === null) saveAll(item, span);
      else setQuestion({ kind: "move", item, span });
    },
    remove: (item: WeekItem) => setQuestion({ kind: "remove", item }),
    saveAll,
    saveOne: ({ entry, occurrence: { date } }: WeekItem, span: Span) => {
      moveOne.mutate({ entry, date, span }, done);
    },
    removeOne: ({ entry, occurrence: { date } }: WeekItem) => {
      cancelOne.mutate({ entry, date });
    },
    removeAll: ({ entry }: WeekItem) => {
      removeAll.mutate(entry);
    },
  };
}

type WeekChanges = ReturnType<typeof useWeekChanges>;

/** Unsaved changes, announced to screen readers, and the questions before a change. */
export function WeekQuestions({ changes }: { readonly changes: WeekChanges }) {
  const { pending, question, dismiss } = changes;
  return (
    <>
      <output className="sr-only" aria-live="polite">
        {pending !== undefined &&
          `${pending.item.name}: ${spanWords(pending.span)}. Enter saves, Escape takes it back.`}
      </output>
      {pending !== undefined && question === undefined && (
        <PendingBar pending={pending} changes={changes} />
      )}
      {question?.kind === "move" && (
        <ScopeDialog
          title={`Move ${question.item.name}`}
          text={`It repeats. Move only this date to ${spanWords(question.span)}, or all of them?`}
          onOne={() => changes.saveOne(question.item, question.span)}
          onAll={() => changes.saveAll(question.item, question.span)}
          onClose={dismiss}
        />
      )}
      {question?.kind === "remove" && <RemoveQuestion item={question.item} changes={changes} />}
    </>
  );
}

function PendingBar({
  pending: { item, span },
  changes,
}: {
  readonly pending: PendingChange;
  readonly changes: WeekChanges;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line bg-s2 px-4 py-2 text-[13px]">
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{item.name}</span> · {spanWords(span)}
      </p>
      <button
        type="button"
        className="button button-small"
        onClick={() => changes.setPending(undefined)}
      >
        Discard
      </button>
      <button
        type="button"
        className="button button-small button-primary"
        onClick={() => changes.change(item, span)}
      >
        Save
      </button>
    </div>
  );
}

function RemoveQuestion({
  item,
  changes,
}: {
  readonly item: WeekItem;
  readonly changes: WeekChanges;
}) {
  const title = `Remove ${item.name} from the week?`;
  if (item.entry.repeat === null)
    return (
      <ConfirmDialog
        title={title}
        text={spanWords(item.span)}
        action="Remove"
        onConfirm={() => changes.removeAll(item)}
        onClose={changes.dismiss}
      />
    );
  return (
    <ScopeDialog
      title={title}
      text={`${spanWords(item.span)}. It happens more than once.`}
      isDanger
      onOne={() => changes.removeOne(item)}
      onAll={() => changes.removeAll(item)}
      onClose={changes.dismiss}
    />
  );
}

/** Asks whether a change applies to one occurrence or to all. */
export function ScopeDialog({
  title,
  text,
  isDanger = false,
  onOne,
  onAll,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly isDanger?: boolean;
  readonly onOne: () => void;
  readonly onAll: () => void;
  readonly onClose: () => void;
}) {
  const look = isDanger ? "button button-danger" : "button button-primary";
  const choose = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-muted">{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button" onClick={choose(onAll)}>
          All of Them
        </button>
        <button type="button" className={look} onClick={choose(onOne)}>
          Only This One
        </button>
      </div>
    </Dialog>
  );
}
