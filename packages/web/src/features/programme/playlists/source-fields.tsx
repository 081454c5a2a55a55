import { RadioField } from "../../../ui/radio-field.tsx";

/** How to choose the tracks of a new playlist. */
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
        { value: "hand", name: "Hand-picked", text: "You choose the tracks and their order." },
        { value: "rule", name: "Chosen by a rule", text: "New tracks join it automatically." },
      ]}
      onChange={(value) => onChange(value === "rule")}
    />
  );
}
