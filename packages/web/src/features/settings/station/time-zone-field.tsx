import { useState } from "react";
import { SelectField } from "../../../ui/form-fields.tsx";
import { timeZoneChoice, timeZonesWith } from "./time-zones.ts";

/** The station's time zone. */
export function TimeZoneField({
  stored,
  value,
  onChange,
}: {
  readonly stored: string;
  readonly value: string;
  readonly onChange: (timeZone: string) => void;
}) {
  // There are over four hundred, which would delay the page's first rendering.
  const [hasAll, setHasAll] = useState(false);
  return (
    <SelectField
      label="Time Zone"
      value={value}
      choices={hasAll ? timeZonesWith(stored) : [timeZoneChoice(value)]}
      hint="If you change it, the schedule keeps its local times."
      onReached={() => setHasAll(true)}
      onChange={onChange}
    />
  );
}
