import type { Show } from "@neonrelay/contract/callers";
import { Link } from "wouter";
import { FormSection, SwitchField } from "../../../ui/form-fields.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import type { useWeek } from "../schedule-data.ts";
import { editedTimes, entryWords, newTimes, offeredSpan } from "../week/entry-draft.ts";
import type { TimesForm, TimesProblems } from "../week/entry-draft.ts";
import { TimesFields, zoneWords } from "../week/times-fields.tsx";
import { nextFullHour } from "../week/zone-time.ts";

/** When a show is on: a new one's time, or the times of a saved one. */
export function WhenFields({
  show,
  week,
  times,
  problems,
  onChange,
}: {
  /** undefined: it is not on the week yet. */
  readonly show: Show | undefined;
  readonly week: ReturnType<typeof useWeek>;
  /** undefined: it isn't put on the week. */
  readonly times: TimesForm | undefined;
  readonly problems: TimesProblems;
  readonly onChange: (times: TimesForm | undefined) => void;
}) {
  return (
    <FormSection title="When Is It On">
      <Loaded what="week" query={week}>
        {({ timeZone, entries }) =>
          show === undefined ? (
            <>
              <SwitchField
                label="Put it on the week"
                text="Without a time it can be added to the week later."
                isOn={times !== undefined}
                onChange={(isOn) => onChange(isOn ? offeredTimes(timeZone) : undefined)}
              />
              {times !== undefined && (
                <TimesFields
                  times={times}
                  firstDate={times.date}
                  timeZone={timeZone}
                  problems={problems}
                  onChange={(edits) => onChange(editedTimes(times, edits))}
                />
              )}
            </>
          ) : (
            <Times
              timeZone={timeZone}
              words={entries
                .filter(({ what }) => what.kind === "show" && what.showId === show.id)
                .map(entryWords)}
            />
          )
        }
      </Loaded>
    </FormSection>
  );
}

/** From the next full hour, weekly. */
export function offeredTimes(timeZone: string): TimesForm {
  const next = nextFullHour(Date.now(), timeZone);
  return newTimes(offeredSpan(next.date, next));
}

function Times({
  timeZone,
  words,
}: {
  readonly timeZone: string;
  readonly words: readonly string[];
}) {
  return (
    <>
      {words.length === 0 ? (
        <p className="text-muted">It is not on the week.</p>
      ) : (
        <div>
          <ul aria-label="Times on the week" className="tabular-nums">
            {words.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <p className="text-[13px] text-muted">{zoneWords(timeZone)}</p>
        </div>
      )}
      <Link href="/programme?tab=week" className="text-button -my-2 -ml-2 self-start">
        Open Week
      </Link>
    </>
  );
}
