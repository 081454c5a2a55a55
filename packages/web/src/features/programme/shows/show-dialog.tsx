import type { Clock, Playlist, Show } from "@neonrelay/contract/callers";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FieldFrame } from "../../../ui/field-frame.tsx";
import { FormSection, TextField } from "../../../ui/form-fields.tsx";
import { focusField } from "../../../ui/move-focus.ts";
import { useDraft } from "../../../ui/use-draft.ts";
import { ColorField } from "../color-field.tsx";
import { EditorButtons, isOutdated, Outdated, RemoveButton, useStored } from "../editor-frame.tsx";
import { useLoadShow, useThisWeek } from "../schedule-data.ts";
import { newTimes, timesProblemsOf } from "../week/entry-draft.ts";
import type { TimesForm, TimesProblems } from "../week/entry-draft.ts";
import type { Span } from "../week/week-geometry.ts";
import { localMoment } from "../week/zone-time.ts";
import { ContentFields, RequestFields } from "./content-fields.tsx";
import { HostFields } from "./host-fields.tsx";
import { isPictureTooLarge, NewPictureFields, PictureFields } from "./picture-fields.tsx";
import { draftOf, newShow, newLiveContent } from "./show-draft.ts";
import type { ShowDraft } from "./show-draft.ts";
import { isComplete, noParts, partlySavedWords } from "./show-parts.ts";
import type { ShowParts } from "./show-parts.ts";
import { useRemoveShow, useSaveShow } from "./shows-data.ts";
import { offeredTimes, WhenFields } from "./when-fields.tsx";

const MAX_TEXT = 4000;

interface DialogProps {
  /** undefined: a new one. */
  readonly show: Show | undefined;
  /** When a new one is on at first; undefined: from the next full hour. */
  readonly span: Span | undefined;
  readonly clocks: readonly Clock[];
  readonly playlists: readonly Playlist[];
  readonly onClose: () => void;
}

/** Makes a show, with its picture and its time on the week, or changes one. */
export function ShowDialog({ show, onClose, ...rest }: DialogProps) {
  const { stored, setStored, loads, loadAgain } = useStored(show, useLoadShow());
  const [parts, setParts] = useState(noParts);
  return (
    <Dialog title={show?.name ?? "New Show"} isSheet onClose={onClose}>
      <ShowForm
        key={loads}
        {...rest}
        show={stored}
        isNew={show === undefined}
        parts={parts}
        onLoadAgain={loadAgain}
        onStored={setStored}
        onParts={setParts}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface FormProps extends DialogProps {
  /** Whether the dialog was opened for a new one, which may have been made since. */
  readonly isNew: boolean;
  /** What became of its picture and its time. */
  readonly parts: ShowParts;
  readonly onLoadAgain: () => void;
  readonly onStored: (show: Show) => void;
  readonly onParts: (parts: ShowParts) => void;
}

function ShowForm(props: FormProps) {
  const { show: stored, isNew, clocks, playlists, parts, onParts, onStored, onClose } = props;
  const form = useShowForm(props);
  const { draft, save, change } = form;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-3">
      <FormSection title="Show">
        <ShowFields draft={draft} error={save.error} onChange={change} />
      </FormSection>
      {isNew || stored === undefined ? (
        <NewPictureFields
          file={form.picture}
          problem={parts.picture.kind === "failed" ? parts.picture.reason : undefined}
          onChoose={(file) => {
            form.setPicture(file);
            onParts({ ...parts, picture: noParts.picture });
          }}
        />
      ) : (
        <PictureFields show={stored} onChange={onStored} />
      )}
      <HostFields
        hostIds={draft.hostIds}
        isLive={draft.content.kind === "live"}
        problem={fieldProblem(save.error, "hostIds")}
        onChange={(hostIds) => change({ hostIds })}
        onLive={() => change({ content: newLiveContent })}
      />
      <WhenFields
        show={isNew && parts.week.kind !== "kept" ? undefined : stored}
        week={form.week}
        times={form.times}
        problems={form.problems}
        onChange={form.setTimes}
      />
      <ContentFields
        content={draft.content}
        clocks={clocks}
        playlists={playlists}
        onChange={(content) => change({ content })}
      />
      <RequestFields
        requests={draft.requests}
        playlists={playlists}
        onChange={(requests) => change({ requests })}
      />
      {stored !== undefined && !isComplete(parts) && (
        <PartlySaved name={stored.name} parts={parts} />
      )}
      <Buttons
        show={stored}
        isNew={isNew}
        isSaving={save.isPending}
        isOutdated={isOutdated(save.error)}
        onLoadAgain={props.onLoadAgain}
        onClose={onClose}
      />
    </form>
  );
}

function useShowForm({ show: stored, isNew, span, parts, onStored, onParts, onClose }: FormProps) {
  const save = useSaveShow();
  const week = useThisWeek();
  const { draft, edit } = useDraft<ShowDraft>(stored === undefined ? newShow : draftOf(stored));
  const [picture, setPicture] = useState<File | undefined>(undefined);
  const [chosen, setChosen] = useState<TimesForm | "none" | undefined>(span && newTimes(span));
  // Until it is changed, a new show has the time that is offered.
  const offered = isNew && week.data ? offeredTimes(week.data.timeZone) : undefined;
  const times = chosen === "none" ? undefined : (chosen ?? offered);
  const [problems, setProblems] = useState<TimesProblems>({});
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = problemsOf(times, week.data?.timeZone);
    setProblems(found);
    const wrong = isPictureTooLarge(picture) ? "picture" : Object.keys(found)[0];
    if (wrong !== undefined) return focusField(form, wrong);
    save.mutate(
      { stored, draft, picture, times, parts },
      {
        onSuccess: (saved) => {
          if (isComplete(saved.parts)) return onClose();
          onStored(saved.show);
          onParts(saved.parts);
        },
        onError: (error) => {
          if (fieldProblem(error, "name") !== undefined) focusField(form, "name");
        },
      },
    );
  };
  return {
    save,
    week,
    draft,
    picture,
    times,
    problems,
    submit,
    setPicture,
    change: (edits: Partial<ShowDraft>) => {
      forgetFailure(save);
      edit(edits);
    },
    setTimes: (edited: TimesForm | undefined) => {
      setChosen(edited ?? "none");
      setProblems({});
    },
  };
}

function problemsOf(times: TimesForm | undefined, timeZone: string | undefined): TimesProblems {
  if (times === undefined || timeZone === undefined) return {};
  return timesProblemsOf(times, localMoment(Date.now(), timeZone));
}

function PartlySaved({ name, parts }: { readonly name: string; readonly parts: ShowParts }) {
  return (
    <div role="alert" className="flex gap-3 text-[13px] leading-5">
      <TriangleAlert size={18} className="shrink-0 text-danger" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {partlySavedWords(name, parts).map((words) => (
          <p key={words} className="break-words">
            {words}
          </p>
        ))}
      </div>
    </div>
  );
}

function Buttons({
  show,
  isNew,
  isSaving,
  isOutdated: isOld,
  onLoadAgain,
  onClose,
}: {
  readonly show: Show | undefined;
  readonly isNew: boolean;
  readonly isSaving: boolean;
  readonly isOutdated: boolean;
  readonly onLoadAgain: () => void;
  readonly onClose: () => void;
}) {
  const remove = useRemoveShow();
  return (
    <EditorButtons
      save="Save Show"
      cancel={isNew && show !== undefined ? "Close" : "Cancel"}
      isSaving={isSaving}
      onCancel={onClose}
    >
      {isOld && <Outdated what="show" onLoadAgain={onLoadAgain} />}
      <div className="mr-auto">
        <RemoveButton
          item={show}
          remove={remove}
          text="Removes all its dates from the week. The plan continues without it."
          onRemoved={onClose}
        />
      </div>
    </EditorButtons>
  );
}

function ShowFields({
  draft: { name, text, color },
  error,
  onChange,
}: {
  readonly draft: ShowDraft;
  readonly error: unknown;
  readonly onChange: (change: Partial<ShowDraft>) => void;
}) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        value={name}
        maxLength={80}
        problem={fieldProblem(error, "name")}
        onChange={(typed) => onChange({ name: typed })}
      />
      <FieldFrame
        label="Text"
        hint="Listeners read it on the show's page."
        problem={fieldProblem(error, "text")}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={5}
            className="field"
            value={text}
            maxLength={MAX_TEXT}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        )}
      </FieldFrame>
      <ColorField value={color} onChange={(chosen) => onChange({ color: chosen })} />
    </>
  );
}
