import type { Clock, Holiday, HolidayDay } from "@neonrelay/contract/callers";
import { Pencil, Trash2 } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { dayAndMonth } from "../../../ui/calendar-dates.ts";
import {
  dayKindWords,
  newHoliday,
  useHolidays,
  useImportHolidays,
  useRemoveHoliday,
} from "./holidays-data.ts";
import { DayField, HolidayForm } from "./holiday-form.tsx";
import { fieldProblem } from "../../../api/call-api.ts";
import { FileField } from "../../../ui/file-fields.tsx";

/** What is open in the dialog: the list, a form, or the import. */
type Open =
  | { readonly kind: "list" }
  | { readonly kind: "form"; readonly holiday: Holiday | undefined }
  | { readonly kind: "import" };

/** Days with a different programme. */
export function HolidaysDialog({
  firstDate,
  clocks,
  onClose,
}: {
  /** Default for a new holiday. */
  readonly firstDate: string;
  readonly clocks: readonly Clock[];
  readonly onClose: () => void;
}) {
  const holidays = useHolidays();
  const [open, setOpen] = useState<Open>({ kind: "list" });
  const showList = () => setOpen({ kind: "list" });
  if (open.kind === "form")
    return (
      <Dialog title={open.holiday === undefined ? "New Holiday" : "Holiday"} onClose={onClose}>
        <HolidayForm
          stored={open.holiday}
          first={open.holiday ?? newHoliday(firstDate)}
          clocks={clocks}
          onDone={showList}
        />
      </Dialog>
    );
  if (open.kind === "import")
    return (
      <Dialog title="Import Holidays" onClose={onClose}>
        <HolidayImport clocks={clocks} onDone={showList} />
      </Dialog>
    );
  return (
    <Dialog title="Holidays" onClose={onClose}>
      <Loaded what="holidays" query={holidays}>
        {(list) => (
          <div className="flex flex-col gap-4">
            <p className="text-muted">
              On these days repeating dates are replaced or left out. Single dates stay.
            </p>
            <HolidayList
              holidays={list}
              clocks={clocks}
              onEdit={(holiday) => setOpen({ kind: "form", holiday })}
            />
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="button" onClick={() => setOpen({ kind: "import" })}>
                Import a Calendar
              </button>
              <button
                type="button"
                className="button button-primary"
                onClick={() => setOpen({ kind: "form", holiday: undefined })}
              >
                New Holiday
              </button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function HolidayList({
  holidays,
  clocks,
  onEdit,
}: {
  readonly holidays: readonly Holiday[];
  readonly clocks: readonly Clock[];
  readonly onEdit: (holiday: Holiday) => void;
}) {
  const remove = useRemoveHoliday();
  if (holidays.length === 0) return <p>No holidays yet.</p>;
  return (
    <ul aria-label="Holidays" className="divide-y divide-line">
      {holidays.map((holiday) => (
        <li key={holiday.id} className="flex min-h-14 items-center gap-2 py-1">
          <div className="min-w-0 flex-1 leading-5">
            <p className="font-medium break-words">{holiday.name}</p>
            <p className="text-[13px] text-muted">
              {dayAndMonth(holiday.date)}
              {holiday.isYearly ? ", each year" : ` ${holiday.date.slice(0, 4)}`} ·{" "}
              {dayKindWords(holiday.day, clocks)}
            </p>
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label={`Edit ${holiday.name}`}
            onClick={() => onEdit(holiday)}
          >
            <Pencil size={18} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${holiday.name}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate(holiday)}
          >
            <Trash2 size={18} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Imports public holidays from a calendar file. */
function HolidayImport({
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
