import { useState } from "react";
import type { SyntheticEvent } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/form-fields.tsx";
import { daysLater, mondayOf, weekWords } from "./calendar-dates.ts";
import { useCopyWeek } from "./week-data.ts";

/** Copies a week into another one. */
export function CopyWeekDialog({
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
