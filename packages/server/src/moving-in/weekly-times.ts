/** 1 is Monday. */
const dayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
/**
 * A Monday before any imported programme. Entries without a first day begin here, so that each read gives the same
 * result.
 */
const FIRST_MONDAY = "2024-01-01";
const DAY_MS = 86_400_000;

/**
 * The first day and the rule of a weekly repetition.
 * @param days 1 is Monday; empty: every day
 * @param untilDate the last day; null: no end
 */
export function weekly({
  days,
  fromDate,
  untilDate,
  everyWeeks,
}: {
  readonly days: readonly number[];
  readonly fromDate: string | null;
  readonly untilDate: string | null;
  readonly everyWeeks: number;
}): { readonly date: string; readonly repeat: string } {
  const until = untilDate === null ? "" : `;UNTIL=${untilDate.replaceAll("-", "")}`;
  const date = fromDate ?? FIRST_MONDAY;
  const wanted = [...new Set(days)].filter((day) => day >= 1 && day <= 7).toSorted((a, b) => a - b);
  if (wanted.length === 0) return { date, repeat: `FREQ=DAILY${until}` };
  const interval = everyWeeks === 1 ? "" : `;INTERVAL=${everyWeeks}`;
  const names = wanted.map((day) => dayNames[day - 1]).join(",");
  return { date: firstOf(date, wanted), repeat: `FREQ=WEEKLY${interval};BYDAY=${names}${until}` };
}

/** The first of these weekdays on or after a date. */
function firstOf(date: string, days: readonly number[]): string {
  const start = Date.parse(`${date}T00:00Z`);
  for (let offset = 0; offset < 7; offset += 1) {
    const each = new Date(start + offset * DAY_MS);
    if (days.includes(((each.getUTCDay() + 6) % 7) + 1)) return each.toISOString().slice(0, 10);
  }
  return date;
}

/** Monthly on the same weekday as a date, such as the second Tuesday; the fifth counts as the last. */
export function monthly(date: string, untilDate: string | null): string {
  const until = untilDate === null ? "" : `;UNTIL=${untilDate.replaceAll("-", "")}`;
  const day = new Date(`${date}T00:00Z`);
  const nth = Math.ceil(day.getUTCDate() / 7);
  const name = dayNames[(day.getUTCDay() + 6) % 7] ?? "MO";
  return `FREQ=MONTHLY;BYDAY=${nth === 5 ? -1 : nth}${name}${until}`;
}
