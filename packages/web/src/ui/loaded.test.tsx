import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Loaded } from "./loaded.tsx";

/** The text that a section shows for a query in that state. */
function shown(query: { readonly data: string | undefined; readonly isError: boolean }): string {
  const section = (
    <Loaded what="users" query={{ ...query, refetch: async () => {} }}>
      {(names) => names}
    </Loaded>
  );
  return renderToStaticMarkup(section)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

test("loaded data stays when a newer fetch fails, with Retry below it", () => {
  expect([
    shown({ data: "mira, otto", isError: false }),
    shown({ data: "mira, otto", isError: true }),
    shown({ data: undefined, isError: true }),
  ]).toEqual([
    "mira, otto",
    "mira, otto The newest state could not be loaded Retry",
    "The users could not be loaded Retry",
  ]);
});
