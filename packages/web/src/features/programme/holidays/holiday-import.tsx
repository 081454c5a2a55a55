import type { Clock, HolidayDay } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { FileField } from "../../../ui/file-field.tsx";
import { DayField } from "./holiday-form.tsx";
import { useImportHolidays } from "./holidays-data.ts";

/** Imports public holidays from a calendar file. */
export function HolidayImport({
  clocks,
  onDone,
}: {
  readonly clocks: readonly Clock[];
  readonly onDone: () => void;
}) {
  const [file, setFile] = useState<File | undefined>(undefined);
  const [day, setDay] = useState<HolidayDay>({ kind: "weekday", weekday: 7 });
  const load = useImportHolidays();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (file !== undefined) load.mutate({ file, day }, { onSuccess: onDone });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-muted">
        An iCalendar file (.ics), such as the public holidays of your country. Its whole days that
        are to come are added; days that are there already stay as they are.
      </p>
      <FileField
        label="Calendar file"
        accept=".ics,text/calendar"
        problem={fieldProblem(load.error, "calendar")}
        onChoose={setFile}
      />
      <DayField label="On these days" day={day} clocks={clocks} onChange={setDay} />
      <div className="flex justify-end gap-3">
        <button type="button" className="button" onClick={onDone}>
          Back
        </button>
        <button
          type="submit"
          className="button button-primary"
          disabled={file === undefined || load.isPending}
        >
          Import
        </button>
      </div>
    </form>
  );
}
