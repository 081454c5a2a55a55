import type { ClockSlot, ClockTrial } from "@neonrelay/contract/callers";
import { useState } from "react";
import { refusalText } from "../../../api/call-api.ts";
import { ArtistBehind } from "../../../ui/artist-behind.tsx";
import { FieldFrame } from "../../../ui/field-frame.tsx";
import { FormSection, SelectField } from "../../../ui/form-fields.tsx";
import { useThisWeek } from "../schedule-data.ts";
import { localMoment, nextFullHour, useNow } from "../week/zone-time.ts";
import { type ClockDraft, useTryClock } from "./clocks-data.ts";
import { type NameOf, slotWords } from "./slot-rules.ts";

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  name: `${String(hour).padStart(2, "0")}:00`,
}));

/** An hour with the clock as entered in the form; nothing is saved. */
export function TryHour({
  draft: { isFilled, slots },
  nameOf,
}: {
  readonly draft: Pick<ClockDraft, "isFilled" | "slots">;
  readonly nameOf: NameOf;
}) {
  const nowMs = useNow();
  const timeZone = useThisWeek().data?.timeZone;
  const offered = nextFullHour(nowMs, timeZone ?? "UTC");
  const [date = offered.date, setDate] = useState<string>();
  const [hour = String(offered.minute / 60), setHour] = useState<string>();
  const at =
    timeZone === undefined ? undefined : momentOfHour({ date, hour: Number(hour) }, timeZone);
  const hasBegun = at !== undefined && Date.parse(at) <= nowMs;
  const trial = useTryClock({ isFilled, slots });
  return (
    <FormSection title="Try This Hour" text="What the hour would be like. Nothing is saved.">
      <div className="flex flex-wrap items-end gap-3">
        <FieldFrame label="Day">
          {(attributes) => (
            <input
              {...attributes}
              type="date"
              className="field"
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </FieldFrame>
        <SelectField label="Hour" value={hour} choices={hours} onChange={setHour} />
        <button
          type="button"
          className="button"
          disabled={at === undefined || hasBegun || slots.length === 0 || trial.isPending}
          onClick={() => at !== undefined && trial.mutate(at)}
        >
          {trial.isPending ? "Trying…" : "Try"}
        </button>
      </div>
      {timeZone !== undefined && at === undefined && (
        <p className="text-[13px] text-muted">The clock skips this hour on that day.</p>
      )}
      {hasBegun && (
        <p className="text-[13px] text-muted">This hour has begun. Choose a later one.</p>
      )}
      {trial.isError && (
        <p role="alert" className="text-[13px] text-danger">
          {refusalText(trial.error) ?? "The hour could not be tried"}
        </p>
      )}
      {trial.data !== undefined && timeZone !== undefined && (
        <Tried trial={trial.data} timeZone={timeZone} slots={slots} nameOf={nameOf} />
      )}
    </FormSection>
  );
}

function Tried({
  trial: { items, endsOffMs, problems },
  timeZone,
  slots,
  nameOf,
}: {
  readonly trial: ClockTrial;
  readonly timeZone: string;
  readonly slots: readonly ClockSlot[];
  readonly nameOf: NameOf;
}) {
  const wordsOf = (slotId: string | null) => {
    const slot = slots.find(({ id }) => id === slotId);
    return slot === undefined ? "By the station's playlists" : slotWords(slot, nameOf);
  };
  return (
    <>
      {problems.length > 0 && (
        <ul aria-label="What would not come as planned" className="list-disc pl-5 text-warn">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <ol aria-label="Tracks of the hour">
        {items.map(({ startsAt, track, slotId, isExact }) => (
          <li
            key={startsAt}
            className="flex items-start gap-3 border-b border-line py-2 leading-5 last:border-b-0"
          >
            <span className="w-16 shrink-0 font-mono text-[13px] text-muted tabular-nums">
              {timeInZone(startsAt, timeZone)}
              {isExact && <span className="block font-sans font-semibold text-text">Exact</span>}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block break-words">
                {track.title} <ArtistBehind artist={track.artist} />
              </span>
              <span className="block text-[13px] text-muted">{wordsOf(slotId)}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-[13px] text-muted">{endWords(endsOffMs)}</p>
    </>
  );
}

function endWords(endsOffMs: number): string {
  const seconds = Math.round(Math.abs(endsOffMs) / 1000);
  if (seconds === 0) return "The last track ends with the hour.";
  return `The last track ends ${seconds} s ${endsOffMs > 0 ? "after" : "before"} the hour ends.`;
}

const QUARTER_MS = 15 * 60_000;
/** Upper bound for a time zone's distance from UTC. */
const FARTHEST_MS = 15 * 60 * 60_000;

/**
 * The moment at which an hour starts in the station's time zone.
 * @param date 'YYYY-MM-DD'
 * @returns undefined for an hour that the clocks skip on that day, and for an invalid date
 */
export function momentOfHour(
  { date, hour }: { readonly date: string; readonly hour: number },
  timeZone: string,
): string | undefined {
  const nearMs = Date.parse(`${date}T00:00:00Z`) + hour * 60 * 60_000;
  if (Number.isNaN(nearMs)) return undefined;
  for (let atMs = nearMs - FARTHEST_MS; atMs <= nearMs + FARTHEST_MS; atMs += QUARTER_MS) {
    const local = localMoment(atMs, timeZone);
    if (local.date === date && Math.floor(local.minute / 60) === hour)
      return new Date(atMs).toISOString();
  }
  return undefined;
}

/** '14:05:09' in a time zone. */
export function timeInZone(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, timeStyle: "medium" }).format(Date.parse(at));
}
