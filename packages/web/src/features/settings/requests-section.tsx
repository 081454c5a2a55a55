import {
  guestQueueActions,
  requestPresetNames,
  requestPresets,
  type StationSettings,
} from "@neonrelay/contract/callers";
import {
  FormSection,
  NumberField,
  SaveBar,
  SelectField,
  SwitchField,
} from "../../ui/form-fields.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { presetOf } from "./request-preset.ts";
import { useChangeStationSettings, useStationSettings } from "./settings-data.ts";

/** What visitors may do with the queue, and when requests play. */
export function RequestsSection() {
  const settings = useStationSettings();
  return (
    <Loaded what="request settings" query={settings}>
      {(stored) => <RequestsForm stored={stored} />}
    </Loaded>
  );
}

function RequestsForm({ stored }: { readonly stored: StationSettings }) {
  const { draft, edits, edit, isChanged, clear } = useDraft(stored);
  const save = useChangeStationSettings("Settings Updated");
  return (
    <>
      <FormSection title="Requests">
        <RequestChoices draft={draft} onEdit={edit} />
      </FormSection>
      <SaveBar
        label="Save Request Settings"
        isChanged={isChanged}
        isPending={save.isPending}
        onSave={() => save.mutate(edits, { onSuccess: clear })}
      />
    </>
  );
}

interface PartOfForm {
  readonly draft: StationSettings;
  readonly onEdit: (change: Partial<StationSettings>) => void;
}

function RequestChoices({ draft, onEdit }: PartOfForm) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <SelectField
        label="Guest queue actions"
        value={draft.guestQueueActions}
        choices={guestQueueActions.map((value) => ({ value, name: value }))}
        hint="What guests and listeners can do with the queue."
        onChange={(value) => onEdit({ guestQueueActions: value })}
      />
      <SelectField
        label="Request rules"
        value={presetOf(draft.requestRules)}
        choices={[
          ...requestPresetNames.map((value) => ({ value, name: value })),
          ...(presetOf(draft.requestRules) === "own"
            ? [{ value: "own" as const, name: "custom" }]
            : []),
        ]}
        hint="Cooldowns for requesters, tracks and artists."
        onChange={(value) => {
          if (value !== "own") onEdit({ requestRules: requestPresets[value] });
        }}
      />
      <SelectField
        label="Requests play"
        value={draft.requestTurns.place}
        choices={[
          { value: "anywhere", name: "Between any tracks" },
          { value: "in-slots", name: "In request slots, while the clock has one" },
        ]}
        hint="What operators put into the queue plays next in any case."
        onChange={(place) => onEdit({ requestTurns: { ...draft.requestTurns, place } })}
      />
      <RequestLimit draft={draft} onEdit={onEdit} />
    </div>
  );
}

/** Initial value when the limit is switched on. */
const USUAL_REQUESTS = 12;

function RequestLimit({ draft: { requestTurns }, onEdit }: PartOfForm) {
  const { mostPerHour } = requestTurns;
  const edit = (most: number | null) =>
    onEdit({ requestTurns: { ...requestTurns, mostPerHour: most } });
  return (
    <div className="flex flex-col gap-3">
      <SwitchField
        label="Limit of requests"
        text="Only so many requests go on air within an hour; the others wait."
        isOn={mostPerHour !== null}
        onChange={(isOn) => edit(isOn ? USUAL_REQUESTS : null)}
      />
      {mostPerHour !== null && (
        <NumberField
          label="Requests an hour"
          value={mostPerHour}
          min={0}
          max={60}
          hint="With 0, requests wait until an operator plays them."
          onChange={edit}
        />
      )}
    </div>
  );
}
