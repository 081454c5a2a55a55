import type { Scheduled, ScheduleEntry } from "@neonrelay/contract/callers";
import { daysBetween, daysLater, minuteOf, timeWords } from "./calendar-dates.ts";
import { localTime, movedSeries, onceOn, type Repeat, repeatOf, ruleOf } from "./repeat-rules.ts";
import { sameSpan } from "./drag-rules.ts";
import { DAY_MINUTES } from "./week-geometry.ts";
import type { Span } from "./week-geometry.ts";

/** The stored part of an entry of the week. */
export type EntryDraft = Pick<
  ScheduleEntry,
  "what" | "startsAt" | "durationMinutes" | "repeat" | "priority"
> & { readonly except: readonly string[] };

/** The fields of the form. */
export interface EntryForm {
  /** 'show <id>' or 'clock <id>'; '' while nothing is chosen. */
  readonly what: string;
  /** The date of this occurrence. */
  readonly date: string;
  readonly from: string;
  readonly to: string;
  readonly repeat: Repeat;
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
  const times = {
    date: span.date,
    from: timeWords(span.minute),
    to: timeWords((span.minute + span.minutes) % DAY_MINUTES),
  };
  if (entry === undefined)
    return { ...times, what, repeat: onceOn(span.date), except: [], priority: 0 };
  return {
    ...times,
    what: keyOf(entry.what),
    repeat: repeatOf(entry.repeat, entry.startsAt.slice(0, 10)),
    except: entry.except,
    priority: entry.priority,
  };
}

/** The span of the occurrence in the form; an end that is not after the start is on the next day. */
export function spanOf({ date, from, to }: EntryForm): Span | undefined {
  const minute = minuteOf(from);
  const end = minuteOf(to);
  if (minute === undefined || end === undefined || date === "") return undefined;
  return { date, minute, minutes: end > minute ? end - minute : end - minute + DAY_MINUTES };
}

/** Why the form can't be saved, by field. */
export interface FormProblems {
  readonly what?: string;
  readonly date?: string;
  readonly to?: string;
  readonly days?: string;
  readonly until?: string;
}

export function problemsOf(form: EntryForm): FormProblems {
  const span = spanOf(form);
  const { kind, days, until } = form.repeat;
  return {
    ...(whatOf(form.what) === undefined && { what: "Choose a show or a clock" }),
    ...(span === undefined && { date: "Enter a day and both times" }),
    ...(span !== undefined && span.minutes < 5 && { to: "At least five minutes" }),
    ...(kind === "weekly" && days.length === 0 && { days: "Choose at least one day" }),
    ...(kind !== "once" &&
      until !== "" &&
      until < form.date && { until: "The last day is before the first" }),
  };
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
    const repeat = ruleOf(form.repeat, span.date);
    const times = { startsAt: localTime(span), durationMinutes: span.minutes };
    return { kind: "all", draft: { ...rest, ...times, repeat, except: form.except } };
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
