import { expect, test } from "vitest";
import { markHeard, withHeard } from "./listening-recorder.ts";

const MINUTE_MS = 60_000;
const play = (id: string, startMinute: number, minutes: number | null) => ({
  id,
  startedAtMs: startMinute * MINUTE_MS,
  durationMs: minutes === null ? null : minutes * MINUTE_MS,
});
const span = (fromMinute: number, toMinute: number) => ({
  fromMs: fromMinute * MINUTE_MS,
  toMs: toMinute * MINUTE_MS,
});
const plays = [play("d", 12, 4), play("c", 8, 4), play("b", 4, 4), play("a", 0, 4)];
const marksOf = (...spans: Parameters<typeof markHeard>[1]) =>
  markHeard(plays, spans).map(({ play: { id }, isHeard, visit }) =>
    isHeard
      ? `${id} ${visit === undefined ? "" : `${visit.fromMs / MINUTE_MS}-${visit.toMs / MINUTE_MS}`}`
      : "",
  );

test("listening resumed within twenty seconds continues the span; later a new one starts", () => {
  const first = withHeard([], 1000);
  const on = withHeard(first, 21_000);
  const back = withHeard(on, 20_000);

  expect(back).toEqual([{ fromMs: 1000, toMs: 21_000 }]);
  expect(withHeard(on, 41_001)).toEqual([
    { fromMs: 1000, toMs: 21_000 },
    { fromMs: 41_001, toMs: 41_001 },
  ]);
});

test("the newest hundred spans are kept, and a clock set back starts another", () => {
  const spans = Array.from({ length: 105 }, (_, at) => at * MINUTE_MS).reduce(withHeard, []);

  expect([spans.length, spans[0]?.fromMs]).toEqual([100, 5 * MINUTE_MS]);
  expect(withHeard(spans, 0).at(-1)).toEqual({ fromMs: 0, toMs: 0 });
});

test("consecutive plays are one visit, shown on the newest", () => {
  expect(marksOf(span(5, 9))).toEqual(["", "c 5-9", "b ", ""]);
  expect(marksOf(span(1, 2), span(2.5, 3), span(13, 14))).toEqual(["d 13-14", "", "", "a 1-3"]);
});

test("a play that was only mixed in does not count as heard", () => {
  expect(marksOf(span(7.95, 12.05))).toEqual(["", "c 8-12", "", ""]);
});

test("a play of unknown length lasts until the next, and the newest until now", () => {
  const endless = [play("b", 4, null), play("a", 0, null)];

  expect(markHeard(endless, [span(3, 90)]).map(({ isHeard, visit }) => [isHeard, visit])).toEqual([
    [true, span(3, 90)],
    [true, undefined],
  ]);
  expect(markHeard(plays, [])[0]).toEqual({ play: plays[0], isHeard: false, visit: undefined });
});
