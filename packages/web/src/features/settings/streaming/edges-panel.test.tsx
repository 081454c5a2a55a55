import type { Edge } from "@neonrelay/contract/callers";
import { edgesCalls } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { markupInPage, wordsOf } from "../../../test-page.tsx";
import { formatDayAndTime } from "../../../ui/format-time.ts";
import { EdgesPanel } from "./edges-panel.tsx";

const since = "2026-01-02T20:15:00.000Z";
const paris: Edge = {
  id: "3b1f0c56-7c39-4c5d-9b0a-6a2f5a1d8e47",
  name: "paris",
  publicUrl: "https://paris.example",
  weight: 10,
  state: "carrying",
  listeners: 214,
  lagMs: 320,
  since,
  listenerHours: 1830.5,
};

function panel(edges: readonly Edge[]): string {
  const know = (queryClient: Parameters<Parameters<typeof markupInPage>[1]>[0]): void =>
    void queryClient.setQueryData([edgesCalls.listEdges.path], edges);
  return wordsOf(markupInPage(<EdgesPanel />, know));
}

const time = formatDayAndTime(Date.parse(since));

test("operators see each edge's address, listeners, lag, uptime and listener hours", () => {
  const words = panel([
    paris,
    { ...paris, name: "oslo", publicUrl: null, state: "loop", lagMs: null },
  ]);

  expect(words).toContain(
    `paris https://paris.example 214 listening · 0.3 s behind · since ${time} · 1,831 listener hours On air`,
  );
  expect(words).toContain(
    `oslo Players are not sent here 214 listening · since ${time} · 1,831 listener hours Emergency loop`,
  );
});

test("for an edge that is away operators see its last report", () => {
  const words = panel([{ ...paris, state: "away", listeners: 0, lagMs: null, listenerHours: 1 }]);

  expect(words).toContain(`paris https://paris.example Last report ${time} · 1 listener hour Away`);
});

test("a station without edges shows no panel", () => {
  expect(panel([])).toBe("");
});
