import type { Scheduled, ScheduleEntry } from "@neonrelay/contract/callers";
import { countOf } from "../../../ui/count-of.ts";
import {
  daysBetween,
  daysLater,
  dayWords,
  minuteOf,
  timeWords,
  weekdayOf,
} from "../../../ui/calendar-dates.ts";
import {
  localTime,
  movedSeries,
  onceOn,
  type Repeat,
  repeatOf,
  repeatWords,
  ruleOf,
} from "./repeat-rules.ts";
import { sameSpan } from "./drag-rules.ts";
import { DAY_MINUTES } from "./week-geometry.ts";
import type { Span } from "./week-geometry.ts";
import { isAfter, type LocalMoment } from "./zone-time.ts";

/** The stored part of an entry of the week. */
export type EntryDraft = Pick<
  ScheduleEntry,
  "what" | "startsAt" | "durationMinutes" | "repeat" | "priority"
> & { readonly except: readonly string[] };

/** The fields that say when. */
export interface TimesForm {
  /** The date of this occurrence. */
  readonly date: string;
  readonly from: string;
  readonly to: string;
  readonly repeat: Repeat;
}

/** The fields of the form. */
export interface EntryForm extends TimesForm {
  /** 'show <id>' or 'clock <id>'; '' while nothing is chosen. */
  readonly what: string;
  readonly except: readonly string[];
  readonly priority: number;
}

function whatOf(key: string): Scheduled | undefined {
  const [kind, id] = key.split(" ");
  if (id === undefined || id === "") return undefined;
  return kind === "show" ? { kind, showId: id } : { kind: "clock", clockId: id };
}

function keyOf(what: Scheduled): string {
  return what.kind === "show" ? `show ${what.showId}` : `clock ${what.clockId}`;
}

/** What 'Add to Week' offers: an hour from the next full hour of the clock, on the shown day unless that is over. */
export function offeredSpan(shownDay: string, next: LocalMoment): Span {
  const date = shownDay > next.date ? shownDay : next.date;
  return { date, minute: next.minute, minutes: 60 };
}

/** The times offered for a new entry: weekly. */
export function newTimes({ date, minute, minutes }: Span): TimesForm {
  const to = timeWords((minute + minutes) % DAY_MINUTES);
  return { date, from: timeWords(minute), to, repeat: { ...onceOn(date), kind: "weekly" } };
}

/**
 * The edited times of a new entry. Its end moves with its start. Its only weekday follows its date, which is '' while it
 * is being typed.
 */
export function editedTimes<Form extends TimesForm>(form: Form, edits: Partial<Form>): Form {
  const edited = { ...form, ...endMoved(form, edits), ...edits };
  const { date, repeat } = edited;
  const [day, ...others] = repeat.days;
  const isOfDate = others.length === 0 && (form.date === "" || day === weekdayOf(form.date));
  if (edits.date === undefined || date === "" || !isOfDate) return edited;
  return { ...edited, repeat: { ...repeat, days: [weekdayOf(date)] } };
}

function endMoved(form: TimesForm, { from }: Partial<TimesForm>): Partial<TimesForm> {
  const minutes = minutesOf(form);
  const minute = from === undefined ? undefined : minuteOf(from);
  if (minutes === undefined || minute === undefined) return {};
  return { to: timeWords((minute + minutes) % DAY_MINUTES) };
}

/** The entry of a show at those times; undefined if they are no times. */
export function newEntryOf(times: TimesForm, showId: string): EntryDraft | undefined {
  const span = spanOf(times);
  if (span === undefined) return undefined;
  const what = { kind: "show", showId } as const;
  return { what, ...timesOf(times, span), except: [], priority: 0 };
}

/** The initial values of the form. @param entry undefined: a new one */
export function formOf({
  span,
  entry,
  what,
}: {
  readonly span: Span;
  readonly entry: ScheduleEntry | undefined;
  /** The key of a new entry's show or clock. */
  readonly what: string;
}): EntryForm {
  const times = newTimes(span);
  if (entry === undefined) return { ...times, what, except: [], priority: 0 };
  return {
    ...times,
    what: keyOf(entry.what),
    repeat: repeatOf(entry.repeat, entry.startsAt.slice(0, 10)),
    except: entry.except,
    priority: entry.priority,
  };
}

/** The span of the occurrence in the form; undefined while it is incomplete. */
export function spanOf({ date, ...times }: TimesForm): Span | undefined {
  const minute = minuteOf(times.from);
  const minutes = minutesOf(times);
  if (minute === undefined || minutes === undefined || date === "") return undefined;
  return { date, minute, minutes };
}

/** How long it is; an end that is not after the start is on the next day. */
function minutesOf({ from, to }: Pick<TimesForm, "from" | "to">): number | undefined {
  const minute = minuteOf(from);
  const end = minuteOf(to);
  if (minute === undefined || end === undefined) return undefined;
  return end > minute ? end - minute : end - minute + DAY_MINUTES;
}

function timesOf({ repeat }: TimesForm, span: Span) {
  const rule = ruleOf(repeat, span.date);
  return { startsAt: localTime(span), durationMinutes: span.minutes, repeat: rule };
}

/** Why the form can't be saved, by field. */
export interface TimesProblems {
  readonly date?: string;
  readonly to?: string;
  readonly days?: string;
  readonly until?: string;
}

export type FormProblems = TimesProblems & { readonly what?: string };

/** @param now of the station; undefined: an entry that exists, which may be over */
export function problemsOf(form: EntryForm, now: LocalMoment | undefined): FormProblems {
  return {
    ...(whatOf(form.what) === undefined && { what: "Choose a show or a clock" }),
    ...timesProblemsOf(form, now),
  };
}

export function timesProblemsOf(times: TimesForm, now: LocalMoment | undefined): TimesProblems {
  const span = spanOf(times);
  const { kind, days, until } = times.repeat;
  return {
    ...(span === undefined && { date: "Enter a day and both times" }),
    ...(span !== undefined && span.minutes < 5 && { to: "At least five minutes" }),
    ...(kind === "once" && isOver(span, now) && { date: "This time is over. Choose a later one." }),
    ...(kind === "weekly" && days.length === 0 && { days: "Choose at least one day" }),
    ...(kind !== "once" &&
      until !== "" &&
      until < times.date && { until: "The last day is before the first" }),
  };
}

function isOver(span: Span | undefined, now: LocalMoment | undefined): boolean {
  if (span === undefined || now === undefined) return false;
  const end = span.minute + span.minutes;
  const endsAt = {
    date: daysLater(span.date, Math.floor(end / DAY_MINUTES)),
    minute: end % DAY_MINUTES,
  };
  return !isAfter(endsAt, now);
}

/** How a form is saved. */
export type Outcome =
  /** A new entry, or an entry with all its occurrences. */
  | { readonly kind: "all"; readonly draft: EntryDraft }
  /** Only its time has changed, so the change may be for this occurrence only. */
  | { readonly kind: "ask"; readonly draft: EntryDraft; readonly span: Span };

/** @param before the initial values of the form */
export function outcomeOf(
  form: EntryForm,
  { entry, before }: { readonly entry: ScheduleEntry | undefined; readonly before: EntryForm },
): Outcome | undefined {
  const what = whatOf(form.what);
  const span = spanOf(form);
  const spanBefore = spanOf(before);
  if (what === undefined || span === undefined) return undefined;
  const rest = { what, priority: form.priority };
  if (entry === undefined || entry.repeat === null || spanBefore === undefined) {
    return { kind: "all", draft: { ...rest, ...timesOf(form, span), except: form.except } };
  }
  const first = entry.startsAt.slice(0, 10);
  const isRuleKept = ruleOf(form.repeat, first) === ruleOf(before.repeat, first);
  const isRestKept =
    form.what === before.what &&
    form.priority === before.priority &&
    form.except.length === before.except.length;
  if (isRuleKept) {
    const times = movedSeries({ ...entry, except: form.except }, { from: before.date, to: span });
    const { startsAt, durationMinutes, repeat, except } = sameSpan(span, spanBefore)
      ? { ...entry, except: form.except }
      : times;
    const draft = { ...rest, startsAt, durationMinutes, repeat, except };
    const isAsked = isRestKept && !sameSpan(span, spanBefore);
    return isAsked ? { kind: "ask", draft, span } : { kind: "all", draft };
  }
  const begins = daysLater(first, daysBetween(before.date, span.date));
  return {
    kind: "all",
    draft: {
      ...rest,
      startsAt: localTime({ date: begins, minute: span.minute }),
      durationMinutes: span.minutes,
      repeat: ruleOf(form.repeat, begins),
      except: form.except,
    },
  };
}

/** When an entry is on: 'Every week on Monday, 20:00 – 22:00', or its only date. */
export function entryWords({ startsAt, durationMinutes, repeat }: ScheduleEntry): string {
  const date = startsAt.slice(0, 10);
  const minute = minuteOf(startsAt.slice(11)) ?? 0;
  const days = repeat === null ? dayWords(date) : repeatWords(repeatOf(repeat, date), date);
  const end = (minute + durationMinutes) % DAY_MINUTES;
  return `${days}, ${timeWords(minute)} – ${timeWords(end)}`;
}

/** When a show is on: an entry, rather one that repeats, and how many others; or that it has none. */
export function timesOfShow(showId: string, entries: readonly ScheduleEntry[]): string {
  const [first, ...others] = entries
    .filter(({ what }) => what.kind === "show" && what.showId === showId)
    .toSorted(
      (one, other) =>
        Number(one.repeat === null) - Number(other.repeat === null) ||
        (one.startsAt < other.startsAt ? -1 : 1),
    )
    .map(entryWords);
  if (first === undefined) return "Not on the week";
  return others.length === 0 ? first : `${first}, and ${countOf(others.length, "other time")}`;
}
