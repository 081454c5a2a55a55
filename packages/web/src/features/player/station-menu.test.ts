import { expect, test } from "vitest";
import { pauseQuestion } from "./station-menu.tsx";

test("a pause needs confirmation while others listen; this browser doesn't count", () => {
  const textOf = (listeners: number | null | undefined, isListening: boolean) =>
    pauseQuestion(listeners, isListening)?.text.split(" and ")[0];

  expect(textOf(1, false)).toBe("1 other person is listening");
  expect(textOf(4, true)).toBe("3 other people are listening");
  expect([pauseQuestion(1, false)?.text, pauseQuestion(2, true)?.text]).toEqual([
    "1 other person is listening and will hear silence.",
    "1 other person is listening and will hear silence. To stop only your own sound, use Stop.",
  ]);
  expect([textOf(1, true), textOf(0, false), textOf(null, true), textOf(undefined, false)]).toEqual(
    [undefined, undefined, undefined, undefined],
  );
});
