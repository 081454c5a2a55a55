import { SelectField, TextField } from "../../../ui/form-fields.tsx";
import { kindChoices } from "../track-programme/track-programme-rules.ts";
import { type EditorParts, fieldLabels, sharedValue } from "./track-draft.ts";
import { DIFFERENT } from "./tag-fields.tsx";

const LEAVE = "leave";
const leave = { value: LEAVE, name: DIFFERENT } as const;
const rotations = [
  { value: "yes", name: "In rotation" },
  { value: "no", name: "Never in rotation" },
] as const;
const tagWays = [
  { value: "set", name: "Set to" },
  { value: "add", name: "Add" },
  { value: "remove", name: "Remove" },
] as const;

/** A track's role in the programme; of these only the kind is ever written to a file. */
export function ProgrammeFields(parts: EditorParts) {
  const { tracks, draft, onEdit } = parts;
  const kind = draft.contentKind ?? sharedValue(tracks, "contentKind");
  const weight = draft.weightPercent ?? sharedValue(tracks, "weightPercent");
  const isRotated = draft.isInRotation ?? sharedValue(tracks, "isInRotation");
  return (
    <>
      <OwnTagsField {...parts} />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label={fieldLabels.contentKind}
          value={kind ?? LEAVE}
          choices={kind === undefined ? [leave, ...kindChoices] : kindChoices}
          onChange={(value) => {
            if (value !== LEAVE) onEdit({ contentKind: value });
          }}
        />
        <TextField
          label="Weight in percent"
          type="number"
          value={String(weight ?? "")}
          placeholder={DIFFERENT}
          hint="From 25 to 400."
          onChange={(text) => {
            if (text !== "") onEdit({ weightPercent: Number(text) });
          }}
        />
      </div>
      <SelectField
        label={fieldLabels.isInRotation}
        value={isRotated === undefined ? LEAVE : isRotated ? "yes" : "no"}
        choices={isRotated === undefined ? [leave, ...rotations] : rotations}
        hint="Requests are always accepted."
        onChange={(value) => {
          if (value !== LEAVE) onEdit({ isInRotation: value === "yes" });
        }}
      />
    </>
  );
}

function OwnTagsField({ tracks, draft, onEdit }: EditorParts) {
  const shared = sharedValue(tracks, "ownTags");
  const how = draft.ownTags?.do ?? (shared === undefined ? "add" : "set");
  const text = draft.ownTags?.text ?? (how === "set" ? (shared ?? []).join(", ") : "");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_112px] items-start gap-4">
      <TextField
        label={fieldLabels.ownTags}
        value={text}
        placeholder={shared === undefined ? DIFFERENT : "summer, live"}
        hint="The station's own, with commas between them."
        onChange={(typed) => onEdit({ ownTags: { do: how, text: typed } })}
      />
      <SelectField
        label="What to do"
        value={how}
        choices={tagWays}
        onChange={(way) => onEdit({ ownTags: { do: way, text: way === "set" ? text : "" } })}
      />
    </div>
  );
}
