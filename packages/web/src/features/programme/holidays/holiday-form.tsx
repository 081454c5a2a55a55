import type { Clock, Holiday, HolidayDay } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { SelectField, SwitchField, TextField } from "../../../ui/form-fields.tsx";
import { isOutdated } from "../editor-frame.tsx";
import { dayChoices, dayValue, type HolidayDraft, useSaveHoliday } from "./holidays-data.ts";

/** Adds or changes a holiday. */
export function HolidayForm({
  stored,
  first,
  clocks,
  onDone,
}: {
  /** undefined: a new one. */
  readonly stored: Holiday | undefined;
  readonly first: HolidayDraft;
  readonly clocks: readonly Clock[];
  readonly onDone: () => void;
}) {
  const { date, name, isYearly, day } = first;
  const [draft, setDraft] = useState<HolidayDraft>({ date, name, isYearly, day });
  const save = useSaveHoliday();
  const edit = (change: Partial<HolidayDraft>) => setDraft({ ...draft, ...change });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate({ stored, draft }, { onSuccess: onDone });
  };
  const isWhole = draft.name.trim() !== "" && draft.date !== "";
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        value={draft.name}
        maxLength={80}
        problem={fieldProblem(save.error, "name")}
        onChange={(value) => edit({ name: value })}
      />
      <TextField
        label="Date"
        type="date"
        value={draft.date}
        problem={draft.date === "" ? "Give a day" : fieldProblem(save.error, "date")}
        onChange={(value) => edit({ date: value })}
      />
      <SwitchField
        label="Each year"
        isOn={draft.isYearly}
        onChange={(value) => edit({ isYearly: value })}
      />
      <DayField
        label="On this day"
        day={draft.day}
        clocks={clocks}
        onChange={(value) => edit({ day: value })}
      />
      {isOutdated(save.error) && (
        <p role="alert" className="text-[13px] text-danger">
          Someone else has changed this holiday meanwhile. Open it again to see their changes.
        </p>
      )}
      <div className="flex justify-end gap-3">
        <button type="button" className="button" onClick={onDone}>
          Back
        </button>
        <button
          type="submit"
          className="button button-primary"
          disabled={!isWhole || save.isPending}
        >
          Save Holiday
        </button>
      </div>
    </form>
  );
}

export function DayField({
  label,
  day,
  clocks,
  onChange,
}: {
  readonly label: string;
  readonly day: HolidayDay;
  readonly clocks: readonly Clock[];
  readonly onChange: (day: HolidayDay) => void;
}) {
  const choices = dayChoices(clocks);
  return (
    <SelectField
      label={label}
      value={dayValue(day)}
      choices={choices}
      onChange={(value) => {
        const chosen = choices.find((choice) => choice.value === value);
        if (chosen !== undefined) onChange(chosen.day);
      }}
    />
  );
}
