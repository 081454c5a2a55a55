import type { Clock, Show } from "@neonrelay/contract/callers";
import { CalendarPlus, Undo2 } from "lucide-react";
import { FieldFrame } from "../../../ui/field-frame.tsx";
import { NumberField } from "../../../ui/form-fields.tsx";
import { dayWords } from "../../../ui/calendar-dates.ts";
import type { EntryForm, FormProblems } from "./entry-draft.ts";
import { TimesFields } from "./times-fields.tsx";

/** The fields of an entry of the week. */
export function EntryFields({
  form,
  firstDate,
  timeZone,
  shows,
  clocks,
  problems,
  onNewShow,
  onChange,
}: {
  readonly form: EntryForm;
  /** Its first start. */
  readonly firstDate: string;
  readonly timeZone: string;
  readonly shows: readonly Show[];
  readonly clocks: readonly Clock[];
  readonly problems: FormProblems;
  /** undefined: an entry that exists. */
  readonly onNewShow: (() => void) | undefined;
  readonly onChange: (change: Partial<EntryForm>) => void;
}) {
  return (
    <>
      <WhatField
        value={form.what}
        shows={shows}
        clocks={clocks}
        problem={problems.what}
        onChange={(what) => onChange({ what })}
      />
      {onNewShow !== undefined && (
        <button type="button" className="text-button -mt-2 -ml-2 self-start" onClick={onNewShow}>
          <CalendarPlus size={15} aria-hidden="true" />
          New Show
        </button>
      )}
      <TimesFields
        times={form}
        firstDate={firstDate}
        timeZone={timeZone}
        problems={problems}
        onChange={onChange}
      />
      <Exceptions except={form.except} onChange={(except) => onChange({ except })} />
      <NumberField
        label="Priority"
        value={form.priority}
        min={0}
        max={9}
        hint="0 to 9. Where two overlap, the higher priority is on air."
        onChange={(priority) => onChange({ priority: Math.max(0, Math.min(9, priority)) })}
      />
    </>
  );
}

function WhatField({
  value,
  shows,
  clocks,
  problem,
  onChange,
}: {
  readonly value: string;
  readonly shows: readonly Show[];
  readonly clocks: readonly Clock[];
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  return (
    <FieldFrame label="Show or clock" problem={problem}>
      {(attributes) => (
        <select
          {...attributes}
          className="field"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <optgroup label="Shows">
            {shows.map(({ id, name }) => (
              <option key={id} value={`show ${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label="Clocks">
            {clocks.map(({ id, name }) => (
              <option key={id} value={`clock ${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      )}
    </FieldFrame>
  );
}

/** Days on which it is left out, each with a button to put it back. */
function Exceptions({
  except,
  onChange,
}: {
  readonly except: readonly string[];
  readonly onChange: (except: readonly string[]) => void;
}) {
  if (except.length === 0) return null;
  return (
    <section aria-label="Exceptions">
      <p className="text-[13px] text-muted">Does not happen on</p>
      <ul className="flex max-h-48 flex-col overflow-y-auto">
        {except.map((date) => (
          <li key={date} className="flex min-h-11 items-center justify-between gap-3">
            {dayWords(date)}, {date.slice(0, 4)}
            <button
              type="button"
              className="text-button"
              aria-label={`Put back ${dayWords(date)}`}
              onClick={() => onChange(except.filter((other) => other !== date))}
            >
              <Undo2 size={15} aria-hidden="true" />
              Put Back
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
