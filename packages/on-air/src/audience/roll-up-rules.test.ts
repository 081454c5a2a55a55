import { expect, test } from "vitest";
import { LEDGER_SPAN_MS, type LostRows } from "../protocol/index.ts";
import { MAX_LOST_ROWS, rollUp } from "./roll-up-rules.ts";

function lost(number: number, change: Partial<LostRows> = {}): LostRows {
  const row = { number, spanFromMs: 0, mount: "/stream.mp3", country: "DE" };
  return { ...row, seconds: 10, sessions: 1, ...change };
}

test("[S146] rows of one span, mount and country become one sum, which stands for the highest number", () => {
  const rolled = rollUp([lost(1), lost(2, { country: "FR" })], [lost(3), lost(4)], 0);

  expect(rolled).toEqual([lost(2, { country: "FR" }), lost(4, { seconds: 30, sessions: 3 })]);
});

test("[S146] a sum that the server was given stays as it was", () => {
  expect(rollUp([lost(1)], [lost(2)], 1)).toEqual([lost(1), lost(2)]);
});

test("[S146] beyond their limit sums give up countries, then the oldest", () => {
  const one = (index: number): LostRows =>
    lost(index + 1, {
      country: index % 2 === 0 ? "DE" : "FR",
      spanFromMs: LEDGER_SPAN_MS * (index >> 1),
    });
  const many = Array.from({ length: MAX_LOST_ROWS + 2 }, (_, index) => one(index));

  const rolled = rollUp([], many, 0);

  expect(rolled).toHaveLength(MAX_LOST_ROWS / 2 + 1);
  expect(rolled.at(-1)).toMatchObject({ country: null, sessions: 2 });
});
