import type { SlotStart, WhileLive } from "@neonrelay/contract/callers";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StartFields } from "./start-fields.tsx";

function chosenIn(start: SlotStart): string | undefined {
  const markup = renderToStaticMarkup(<StartFields start={start} onChange={() => {}} />);
  return /<option[^>]* selected="">([^<]*)</.exec(markup)?.[1];
}

test.each<[WhileLive, string]>([
  ["wait", "Wait for them"],
  ["interrupt", "Interrupt for its length"],
  ["duck", "Play over them, lowered by 15 dB"],
])("an exact slot and a window say what they do while a host is live: %s", (whileLive, words) => {
  expect(chosenIn({ kind: "exact", second: 0, whileLive })).toBe(words);
  expect(chosenIn({ kind: "window", second: 0, untilSecond: 60, whileLive })).toBe(words);
});

test("a soft slot says nothing about hosts", () => {
  expect(chosenIn({ kind: "soft", second: 0 })).toBeUndefined();
});
