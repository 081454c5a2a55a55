import type { Clock, Playlist } from "@neonrelay/contract/callers";
import type { SyntheticEvent } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { FormSection, SwitchField, TextField } from "../../../ui/form-fields.tsx";
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
import { useLoadClock } from "../schedule-data.ts";
import { type ClockDraft, draftOf, newClock, useRemoveClock, useSaveClock } from "./clocks-data.ts";
import { HourRing } from "./hour-ring.tsx";
import { SlotList } from "./slot-list.tsx";
import { TryHour } from "./try-hour.tsx";

interface EditorProps {
  /** undefined: a new one. */
  readonly clock: Clock | undefined;
  readonly playlists: readonly Playlist[];
  readonly onClose: () => void;
}

/** The editor of a clock, with a preview of the hour. */
export function ClockEditor({ clock, playlists, onClose }: EditorProps) {
  const { stored, loads, loadAgain } = useStored(clock, useLoadClock());
  const remove = useRemoveClock();
  return (
    <EditorFrame
      back="All Clocks"
      title={stored?.name ?? "New Clock"}
      buttons={
        <RemoveButton
          item={stored}
          remove={remove}
          text="You can't remove a clock that a show or the week uses."
          onRemoved={onClose}
        />
      }
      onClose={onClose}
    >
      <ClockForm
        key={loads}
        clock={stored}
        playlists={playlists}
        onLoadAgain={loadAgain}
        onClose={onClose}
      />
    </EditorFrame>
  );
}

function ClockForm({
  clock: stored,
  playlists,
  onLoadAgain,
  onClose,
}: EditorProps & { readonly onLoadAgain: () => void }) {
  const save = useSaveClock();
  const { draft, edit } = useDraft<ClockDraft>(stored === undefined ? newClock : draftOf(stored));
  const change = (edits: Partial<ClockDraft>) => {
    forgetFailure(save);
    edit(edits);
  };
  const nameOf = (id: string) => playlists.find((playlist) => playlist.id === id)?.name;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate({ stored, draft }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-3 lg:grid-cols-2 lg:gap-4">
      <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
        <FormSection title="Clock">
          <TextField
            label="Name"
            name="name"
            value={draft.name}
            maxLength={80}
            problem={fieldProblem(save.error, "name")}
            onChange={(name) => change({ name })}
          />
          <ColorField value={draft.color} onChange={(color) => change({ color })} />
          <SwitchField
            label="Fill up to the time"
            text="Chooses tracks that end near the next timed slot and the end of the hour."
            isOn={draft.isFilled}
            onChange={(isFilled) => change({ isFilled })}
          />
        </FormSection>
        <FormSection title="The Hour" text="A rough preview. Lines mark exact times.">
          <HourRing slots={draft.slots} nameOf={nameOf} />
        </FormSection>
        <TryHour draft={draft} nameOf={nameOf} />
      </div>
      <SlotList
        slots={draft.slots}
        playlists={playlists}
        nameOf={nameOf}
        problem={fieldProblem(save.error, "slots")}
        onChange={(slots) => change({ slots })}
      />
      <EditorButtons save="Save Clock" isSaving={save.isPending} onCancel={onClose}>
        {isOutdated(save.error) && <Outdated what="clock" onLoadAgain={onLoadAgain} />}
      </EditorButtons>
    </form>
  );
}
