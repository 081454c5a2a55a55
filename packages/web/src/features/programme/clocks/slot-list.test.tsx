import type { ClockSlot } from "@neonrelay/contract/callers";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buttonsOf } from "../../../test-page.tsx";
import { SlotList } from "./slot-list.tsx";

const slot = (id: string, second: number): ClockSlot => ({
  id,
  content: { kind: "content", contentKind: "jingle" },
  start: { kind: "exact", second, whileLive: "wait" },
  length: { kind: "tracks", tracks: 1 },
});

function markupOf(slots: readonly ClockSlot[]): string {
  return renderToStaticMarkup(
    <SlotList
      slots={slots}
      playlists={[]}
      nameOf={() => undefined}
      problem={undefined}
      onChange={() => {}}
    />,
  );
}

test("a message above the slots names times that are out of order", () => {
  expect(markupOf([slot("a", 1800), slot("b", 0)])).toMatch(
    /role="alert"[^>]*>The slot at 00:00 must come before the one at 30:00. Move it up.</,
  );
  expect(markupOf([slot("a", 0), slot("b", 1800)])).not.toContain('role="alert"');
});

test("a full clock takes no more slots", () => {
  const full = Array.from({ length: 60 }, (_, index) => slot(`s${index}`, index * 60));

  expect(buttonsOf(markupOf(full))["Add Slot"]).toBe("closed");
  expect(buttonsOf(markupOf([]))["Add Slot"]).toBe("open");
});
