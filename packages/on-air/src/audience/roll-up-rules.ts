import { LEDGER_SPAN_MS, type LostRows, type SessionRow } from "../protocol/index.ts";

/** Maximum roll-up rows; beyond that countries are given up, then the oldest rows. */
export const MAX_LOST_ROWS = 5000;

/** What a row adds to the roll-up of its span, mount and country. */
export function lostOf({ number, fromMs, mount, country, seconds, isFirst }: SessionRow): LostRows {
  const spanFromMs = Math.floor(fromMs / LEDGER_SPAN_MS) * LEDGER_SPAN_MS;
  return { number, spanFromMs, mount, country, seconds, sessions: isFirst ? 1 : 0 };
}

/**
 * Adds rows to roll-ups, oldest numbers first.
 * @param givenNumber the server may have stored what is up to that number, which is left as it is
 */
export function rollUp(
  lost: readonly LostRows[],
  more: readonly LostRows[],
  givenNumber: number,
): readonly LostRows[] {
  const whole = merge([...lost, ...more], givenNumber);
  if (whole.length <= MAX_LOST_ROWS) return whole;
  const coarse = whole.map((row) => (row.number <= givenNumber ? row : { ...row, country: null }));
  return merge(coarse, givenNumber).slice(-MAX_LOST_ROWS);
}

function merge(rows: readonly LostRows[], givenNumber: number): readonly LostRows[] {
  const merged = new Map<string, LostRows>();
  for (const row of rows) {
    const { number, spanFromMs, mount, country } = row;
    const key = number <= givenNumber ? `${number}` : `${spanFromMs} ${mount} ${country}`;
    const before = merged.get(key);
    merged.set(
      key,
      before === undefined
        ? row
        : {
            ...row,
            number: Math.max(before.number, number),
            seconds: before.seconds + row.seconds,
            sessions: before.sessions + row.sessions,
          },
    );
  }
  return [...merged.values()].toSorted((a, b) => a.number - b.number);
}
