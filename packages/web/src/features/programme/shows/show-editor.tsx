import type { Clock, Playlist, Show } from "@neonrelay/contract/callers";
import type { SyntheticEvent } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { FieldFrame } from "../../../ui/field-frame.tsx";
import { FormSection, TextField } from "../../../ui/form-fields.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { ColorField } from "../color-field.tsx";
import {
  EditorButtons,
  EditorFrame,
  isOutdated,
  Outdated,
  RemoveButton,
  useStored,
} from "../editor-frame.tsx";
import { useLoadShow } from "../schedule-data.ts";
import { ContentFields, RequestFields } from "./content-fields.tsx";
import { HostFields } from "./host-fields.tsx";
import { draftOf, newShow } from "./show-draft.ts";
import type { ShowDraft } from "./show-draft.ts";
import { PictureFields } from "./picture-fields.tsx";
import { useRemoveShow, useSaveShow } from "./shows-data.ts";

const MAX_TEXT = 4000;

interface EditorProps {
  /** undefined: a new one. */
  readonly show: Show | undefined;
  readonly clocks: readonly Clock[];
  readonly playlists: readonly Playlist[];
  readonly onClose: () => void;
}

/** The editor of a show. */
export function ShowEditor({ show, clocks, playlists, onClose }: EditorProps) {
  const { stored, setStored, loads, loadAgain } = useStored(show, useLoadShow());
  const remove = useRemoveShow();
  return (
    <EditorFrame
      back="All Shows"
      title={stored?.name ?? "New Show"}
      buttons={
        <RemoveButton
          item={stored}
          remove={remove}
          text="Removes all its dates from the week. The plan continues without it."
          onRemoved={onClose}
        />
      }
      onClose={onClose}
    >
      <ShowForm
        key={loads}
        show={stored}
        clocks={clocks}
        playlists={playlists}
        onLoadAgain={loadAgain}
        onPicture={setStored}
        onClose={onClose}
      />
    </EditorFrame>
  );
}

function ShowForm({
  show: stored,
  clocks,
  playlists,
  onLoadAgain,
  onPicture,
  onClose,
}: EditorProps & {
  readonly onLoadAgain: () => void;
  readonly onPicture: (show: Show) => void;
}) {
  const save = useSaveShow();
  const { draft, edit } = useDraft<ShowDraft>(stored === undefined ? newShow : draftOf(stored));
  const change = (edits: Partial<ShowDraft>) => {
    forgetFailure(save);
    edit(edits);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate({ stored, draft }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-3 lg:grid-cols-2 lg:gap-4">
      <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
        <FormSection title="Show">
          <ShowFields draft={draft} error={save.error} onChange={change} />
        </FormSection>
        {stored !== undefined && <PictureFields show={stored} onChange={onPicture} />}
        <HostFields
          hostIds={draft.hostIds}
          problem={fieldProblem(save.error, "hostIds")}
          onChange={(hostIds) => change({ hostIds })}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
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
      </div>
      <EditorButtons save="Save Show" isSaving={save.isPending} onCancel={onClose}>
        {isOutdated(save.error) && <Outdated what="show" onLoadAgain={onLoadAgain} />}
      </EditorButtons>
    </form>
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
