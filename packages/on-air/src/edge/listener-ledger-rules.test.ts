import { expect, test } from "vitest";
import { closePeriod, forgetCounted, periodsToSend, type Ledger } from "./listener-ledger-rules.ts";

const minute = { listenerSeconds: 60, peak: 1 };

function after(count: number): Ledger {
  let ledger: Ledger = { nextSequence: 1, periods: [] };
  for (let index = 0; index < count; index += 1) ledger = closePeriod(ledger, minute);
  return ledger;
}

test("periods wait under rising numbers until the master has counted them", () => {
  const ledger = after(3);

  expect(forgetCounted(ledger, 2)).toEqual({
    nextSequence: 4,
    periods: [{ sequence: 3, ...minute }],
  });
});

test("a week without the master loses no second and keeps a day of periods", () => {
  const ledger = after(7 * 1440);

  expect(ledger.periods).toHaveLength(1440);
  expect(ledger.periods.reduce((sum, { listenerSeconds }) => sum + listenerSeconds, 0)).toBe(
    7 * 1440 * 60,
  );
});

test("a period that may have been counted is never added to", () => {
  const sent = periodsToSend(after(1440));
  const later = after(3000).periods.slice(0, sent.length);

  expect(later).toEqual(sent);
});

test("an edge with an old copy of its data uses no number again", () => {
  const ledger = forgetCounted(after(2), 50);

  expect(ledger.nextSequence).toBeGreaterThan(51);
  expect(ledger.periods.map(({ sequence }) => sequence)).toEqual([51, 52]);
});
