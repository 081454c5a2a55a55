import { trackTextFields } from "@neonrelay/contract/callers";
import { SelectField, SwitchField, TextField } from "../../../ui/form-fields.tsx";
import { type EditorParts, fieldLabels, type TextWork } from "./track-draft.ts";

const fields = trackTextFields.map((value) => ({ value, name: fieldLabels[value] }));
const ways = [
  { value: "text", name: "Replace text" },
  { value: "pattern", name: "Replace by pattern" },
  { value: "append", name: "Append" },
  { value: "prepend", name: "Put in front" },
] as const;

/** Changes part of a text in every track. */
export function TextWorkFields({ draft: { work }, onEdit }: EditorParts) {
  const change = (part: Partial<TextWork>) => onEdit({ work: { ...work, ...part } });
  const isReplacing = work.how === "text" || work.how === "pattern";
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="Field"
          value={work.field}
          choices={fields}
          onChange={(field) => change({ field })}
        />
        <SelectField
          label="What to do"
          value={work.how}
          choices={ways}
          onChange={(how) => change({ how })}
        />
      </div>
      {isReplacing && (
        <>
          <TextField
            label="Find"
            value={work.find}
            maxLength={200}
            hint={
              work.how === "pattern"
                ? "A regular expression, such as ^(.*), The$"
                : "Every place where this text is."
            }
            onChange={(find) => change({ find })}
          />
          <SwitchField
            label="Capitals don't matter"
            isOn={work.ignoresCase}
            onChange={(ignoresCase) => change({ ignoresCase })}
          />
        </>
      )}
      <TextField
        label={isReplacing ? "Replace with" : "Text"}
        value={work.to}
        maxLength={300}
        hint={
          work.how === "pattern"
            ? "$1 is what the first brackets found, such as The $1"
            : "With the spaces it needs."
        }
        onChange={(to) => change({ to })}
      />
    </>
  );
}

/** Fills fields from the file names. */
export function FileNameFields({ tracks, draft, onEdit }: EditorParts) {
  const [example] = tracks.flatMap(({ file }) => file ?? []);
  return (
    <>
      <TextField
        label="Mask"
        value={draft.fileNameMask}
        maxLength={200}
        placeholder="%artist% - %title%"
        hint={example === undefined ? "These tracks have no files." : `Such as: ${example}`}
        onChange={(fileNameMask) => onEdit({ fileNameMask })}
      />
      <p className="text-[13px] leading-5 text-muted">
        %title%, %artist%, %album%, %albumartist%, %genre%, %year%, %track%, %disc%, %label%, %isrc%
        and %language% take what is there; %skip% leaves it out. With a folder: %album%/%track%
        %title%. Tracks whose names don&apos;t fit stay as they are.
      </p>
    </>
  );
}
