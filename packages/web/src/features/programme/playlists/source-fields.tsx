import { RadioField } from "../../../ui/radio-field.tsx";

/** Where the tracks of a new playlist come from. */
export function SourceFields({
  isSmart,
  onChange,
}: {
  readonly isSmart: boolean;
  readonly onChange: (isSmart: boolean) => void;
}) {
  return (
    <RadioField
      label="Tracks"
      value={isSmart ? "rule" : "hand"}
      choices={[
        { value: "hand", name: "Picked by hand", text: "You choose the tracks and their order." },
        { value: "rule", name: "Found by a rule", text: "New tracks join it by themselves." },
      ]}
      onChange={(value) => onChange(value === "rule")}
    />
  );
}
