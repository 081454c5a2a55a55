import type { Clock, ScheduleEntry, Show } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { refusalText } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Outdated, isOutdated } from "../editor-frame.tsx";
import { dayWords } from "../../../ui/calendar-dates.ts";
import { editedTimes, formOf, outcomeOf, problemsOf, spanOf } from "./entry-draft.ts";
import type { EntryForm, FormProblems, Outcome } from "./entry-draft.ts";
import { EntryFields } from "./entry-fields.tsx";
import { ScopeDialog } from "./week-changes.tsx";
import { useMoveOccurrence, useSaveEntry } from "./week-data.ts";
import type { Span } from "./week-geometry.ts";
import { localMoment } from "./zone-time.ts";

/** What the dialog edits: an occurrence, or a time for a new one. */
export interface Opened {
  readonly span: Span;
  readonly entry: ScheduleEntry | undefined;
  /** The date that identifies the occurrence. */
  readonly date: string;
  readonly name: string;
}

/** The form for an entry of the week: content, time and repetition. */
export function EntryDialog({
  opened: { span, entry, date, name },
  timeZone,
  shows,
  clocks,
  onNewShow,
  onRemove,
  onClose,
}: {
  readonly opened: Opened;
  readonly timeZone: string;
  readonly shows: readonly Show[];
  readonly clocks: readonly Clock[];
  /** A show is to be made for that time. */
  readonly onNewShow: (span: Span) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const [before] = useState(() => formOf({ span, entry, what: firstOf(shows, clocks) }));
  const [form, setForm] = useState<EntryForm>(before);
  const [problems, setProblems] = useState<FormProblems>({});
  const [asked, setAsked] = useState<Extract<Outcome, { kind: "ask" }> | undefined>(undefined);
  const save = useSaveEntry();
  const moveOne = useMoveOccurrence();
  const failure = save.error ?? moveOne.error;
  const change = (edits: Partial<EntryForm>) => {
    forgetFailure(save);
    forgetFailure(moveOne);
    setProblems({});
    setForm(entry === undefined ? editedTimes(form, edits) : { ...form, ...edits });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const now = entry === undefined ? localMoment(Date.now(), timeZone) : undefined;
    const found = problemsOf(form, now);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = outcomeOf(form, { entry, before });
    if (outcome?.kind === "ask") setAsked(outcome);
    else if (outcome !== undefined)
      save.mutate({ stored: entry, draft: outcome.draft }, { onSuccess: onClose });
  };
  return (
    <Dialog title={entry === undefined ? "Add to the Week" : name} isSheet onClose={onClose}>
      {entry !== undefined && (
        <p className="mb-4 text-[13px] text-muted">
          {entry.repeat === null ? dayWords(date) : `${dayWords(date)}, one of several`}
        </p>
      )}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <EntryFields
          form={form}
          firstDate={entry?.startsAt.slice(0, 10) ?? form.date}
          timeZone={timeZone}
          shows={shows}
          clocks={clocks}
          problems={problems}
          onNewShow={entry === undefined ? () => onNewShow(spanOf(form) ?? span) : undefined}
          onChange={change}
        />
        <SaveProblem error={failure} onLoadAgain={onClose} />
        <Buttons
          isSaving={save.isPending || moveOne.isPending}
          onRemove={entry === undefined ? undefined : onRemove}
          onClose={onClose}
        />
      </form>
      {asked !== undefined && entry !== undefined && (
        <ScopeDialog
          title={`Change ${name}`}
          text="It repeats. Change only this date, or all of them?"
          onOne={() => moveOne.mutate({ entry, date, span: asked.span }, { onSuccess: onClose })}
          onAll={() => save.mutate({ stored: entry, draft: asked.draft }, { onSuccess: onClose })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Dialog>
  );
}

function Buttons({
  isSaving,
  onRemove,
  onClose,
}: {
  readonly isSaving: boolean;
  /** undefined: a new one. */
  readonly onRemove: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {onRemove !== undefined && (
        <button type="button" className="button button-danger mr-auto" onClick={onRemove}>
          Remove…
        </button>
      )}
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
      <button type="submit" className="button button-primary" disabled={isSaving}>
        Save
      </button>
    </div>
  );
}

function SaveProblem({
  error,
  onLoadAgain,
}: {
  readonly error: unknown;
  readonly onLoadAgain: () => void;
}) {
  if (isOutdated(error)) return <Outdated what="entry" onLoadAgain={onLoadAgain} />;
  const words = refusalText(error);
  if (words === undefined) return null;
  return (
    <p role="alert" className="text-[13px] leading-5 text-danger">
      {words}
    </p>
  );
}

function firstOf(shows: readonly Show[], clocks: readonly Clock[]): string {
  if (shows[0] !== undefined) return `show ${shows[0].id}`;
  return clocks[0] === undefined ? "" : `clock ${clocks[0].id}`;
}
