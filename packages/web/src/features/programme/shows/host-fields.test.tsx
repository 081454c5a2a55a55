import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buttonsOf, wordsOf } from "../../../test-page.tsx";
import { HostPicker } from "./host-fields.tsx";

const accounts = [
  { id: "1", name: "Vega" },
  { id: "2", name: "Mira" },
];

function markupOf(hostIds: readonly string[]): string {
  return renderToStaticMarkup(
    <HostPicker accounts={accounts} hostIds={hostIds} problem={undefined} onChange={() => {}} />,
  );
}

test("a host is not offered again", () => {
  const markup = markupOf(["1"]);

  expect(buttonsOf(markup)).toEqual({ "Remove host Vega": "open" });
  expect([...markup.matchAll(/<option[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual([
    "Choose an account",
    "Mira",
  ]);
});

test("a host whose account may no longer broadcast is still shown and can be removed", () => {
  const markup = markupOf(["1", "2", "gone"]);

  expect(wordsOf(markup)).toContain("Account without the right to broadcast");
  expect(wordsOf(markup)).toContain("No more accounts.");
});
