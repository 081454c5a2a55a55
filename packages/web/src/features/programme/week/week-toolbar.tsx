import type { Clock } from "@neonrelay/contract/callers";
import { CalendarHeart, CalendarPlus, ChevronLeft, ChevronRight, Copy } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { HolidaysDialog } from "../holidays/holidays-dialog.tsx";
import { daysLater, mondayOf, weekWords } from "../../../ui/calendar-dates.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/form-fields.tsx";
import { zoneWords } from "./times-fields.tsx";
import { useCopyWeek } from "./week-data.ts";

/** Chooses the week, with its actions. */
export function WeekToolbar({
  monday,
  thisMonday,
  timeZone,
  clocks,
  onShow,
  onAdd,
}: {
  readonly monday: string;
  readonly thisMonday: string;
  readonly timeZone: string;
  readonly clocks: readonly Clock[];
  readonly onShow: (monday: string) => void;
  readonly onAdd: () => void;
}) {
  const [isCopying, setIsCopying] = useState(false);
  const [isOnHolidays, setIsOnHolidays] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2 lg:px-4">
      <div className="flex min-w-0 items-center">
        <button
          type="button"
          className="icon-button"
          aria-label="Previous week"
          onClick={() => onShow(daysLater(monday, -7))}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Next week"
          onClick={() => onShow(daysLater(monday, 7))}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </button>
        <div className="ml-1 min-w-0 leading-5">
          <h2 className="truncate text-[15px] font-semibold tabular-nums">{weekWords(monday)}</h2>
          <p className="truncate text-[12px] text-muted">{zoneWords(timeZone)}</p>
        </div>
      </div>
      <div className="ml-auto flex flex-wrap gap-2">
        {monday !== thisMonday && (
          <button type="button" className="button button-small" onClick={() => onShow(thisMonday)}>
            This Week
          </button>
        )}
        <button type="button" className="button button-small" onClick={() => setIsOnHolidays(true)}>
          <CalendarHeart size={15} aria-hidden="true" />
          Holidays
        </button>
        <button type="button" className="button button-small" onClick={() => setIsCopying(true)}>
          <Copy size={15} aria-hidden="true" />
          Copy Week
        </button>
        <button type="button" className="button button-small" onClick={onAdd}>
          <CalendarPlus size={15} aria-hidden="true" />
          Add to Week
        </button>
      </div>
      {isOnHolidays && (
        <HolidaysDialog firstDate={monday} clocks={clocks} onClose={() => setIsOnHolidays(false)} />
      )}
      {isCopying && (
        <CopyWeekDialog
          monday={monday}
          onCopied={(to) => {
            setIsCopying(false);
            onShow(to);
          }}
          onClose={() => setIsCopying(false)}
        />
      )}
    </div>
  );
}

/** Copies a week into another one. */
function CopyWeekDialog({
  monday,
  onCopied,
  onClose,
}: {
  readonly monday: string;
  /** Gets the Monday of the target week. */
  readonly onCopied: (monday: string) => void;
  readonly onClose: () => void;
}) {
  const [day, setDay] = useState(daysLater(monday, 7));
  const copy = useCopyWeek();
  const to = day === "" ? undefined : mondayOf(day);
  const isSame = to === monday;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (to !== undefined && !isSame)
      copy.mutate({ from: monday, to }, { onSuccess: () => onCopied(to) });
  };
  return (
    <Dialog title="Copy Week" onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-muted">
          Copies all dates of {weekWords(monday)}. The copies don't repeat.
        </p>
        <TextField
          label="To the week of"
          type="date"
          value={day}
          {...(to !== undefined && { hint: weekWords(to) })}
          problem={to === undefined ? "Enter a day" : isSame ? "This is the same week" : undefined}
          onChange={setDay}
        />
        <div className="flex justify-end gap-3">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={copy.isPending}>
            Copy
          </button>
        </div>
      </form>
    </Dialog>
  );
}
