import { planItemSchema } from "@neonrelay/on-air/protocol";
import { expect, test } from "vitest";
import { byHand, noPlace, toOnAirStart } from "./plan-entry.ts";
import { planSentence } from "./plan-words.ts";

const AT_MS = Date.UTC(2027, 2, 1, 12);

test("an item played over a DJ is sent in a form that makes an older on-air wait", () => {
  const duck = { kind: "exact", atMs: AT_MS, whileLive: "duck" } as const;
  const place = { ...noPlace, start: duck };

  const start = toOnAirStart({ startsAtMs: AT_MS, place }, []);

  expect(start).toEqual({
    kind: "exact",
    fromMs: null,
    atMs: AT_MS,
    graceMs: 60_000,
    whileLive: "wait",
    duckDb: 15,
  });
  expect(planItemSchema.shape.start.parse(start)).toEqual(start);
});

test.each(["wait", "interrupt"] as const)(
  "an item with %s is not played over a DJ",
  (whileLive) => {
    const window = { kind: "window", fromMs: AT_MS, untilMs: AT_MS + 60_000, whileLive } as const;

    const start = toOnAirStart({ startsAtMs: AT_MS, place: { ...noPlace, start: window } }, []);

    expect(start).toEqual({
      kind: "exact",
      fromMs: AT_MS,
      atMs: AT_MS + 60_000,
      graceMs: 60_000,
      whileLive,
    });
  },
);

test("the reason of an item says what it does while a DJ is on air", () => {
  const at = new Date(AT_MS).toISOString();
  const { sentence: _sentence, ...reason } = { ...byHand, rule: "library" as const };
  const said = (["wait", "interrupt", "duck"] as const).map((whileLive) =>
    planSentence({ ...reason, start: { kind: "exact", at, whileLive } }),
  );

  expect(said[0]).toContain("It begins at that very second, and fades what is on air. Of");
  expect(said[1]).toContain("what is on air. A DJ is interrupted for its length.");
  expect(said[2]).toContain(
    "what is on air. It is heard over a DJ, who is lowered for its length.",
  );
});
