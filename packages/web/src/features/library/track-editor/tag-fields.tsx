import { SelectField, TextField } from "../../../ui/form-fields.tsx";
import {
  type EditorParts,
  fieldLabels,
  sharedText,
  sharedValue,
  type TypedField,
} from "./track-draft.ts";

const wide = ["title", "artist", "album", "albumArtist"] as const;
const narrow = ["genre", "year", "trackNumber", "discNumber", "label", "isrc", "language"] as const;
const numbers: readonly TypedField[] = ["year", "trackNumber", "discNumber"];
const several: readonly TypedField[] = ["artist", "albumArtist", "isrc"];
export const DIFFERENT = "Different";
const LEAVE = "leave";

const advisories = [
  { value: "unknown", name: "Not known" },
  { value: "yes", name: "Explicit" },
  { value: "no", name: "Not explicit" },
] as const;
const advisoryOf = { unknown: null, yes: true, no: false } as const;

/** What a file's tags hold. */
export function TagFields(parts: EditorParts) {
  return (
    <>
      {wide.map((field) => (
        <TypedInput key={field} field={field} {...parts} />
      ))}
      <div className="grid grid-cols-2 gap-4">
        {narrow.map((field) => (
          <TypedInput key={field} field={field} {...parts} />
        ))}
        <AdvisoryField {...parts} />
      </div>
    </>
  );
}

function TypedInput({
  field,
  tracks,
  draft,
  onEdit,
}: EditorParts & { readonly field: TypedField }) {
  const shared = sharedText(tracks, field);
  return (
    <TextField
      label={fieldLabels[field]}
      name={field}
      type={numbers.includes(field) ? "number" : "text"}
      maxLength={300}
      value={draft.typed[field] ?? shared ?? ""}
      placeholder={shared === undefined ? DIFFERENT : ""}
      {...(several.includes(field) && { hint: "Several with ; and a space between" })}
      onChange={(text) => onEdit({ typed: { ...draft.typed, [field]: text } })}
    />
  );
}

function AdvisoryField({ tracks, draft, onEdit }: EditorParts) {
  const shared = sharedValue(tracks, "isExplicit");
  const value = draft.isExplicit === undefined ? shared : draft.isExplicit;
  const chosen = advisories.find((one) => advisoryOf[one.value] === value)?.value;
  const leave = { value: LEAVE, name: DIFFERENT } as const;
  return (
    <SelectField
      label={fieldLabels.isExplicit}
      value={chosen ?? LEAVE}
      choices={chosen === undefined ? [leave, ...advisories] : advisories}
      onChange={(chosenNow) => {
        if (chosenNow !== LEAVE) onEdit({ isExplicit: advisoryOf[chosenNow] });
      }}
    />
  );
}
