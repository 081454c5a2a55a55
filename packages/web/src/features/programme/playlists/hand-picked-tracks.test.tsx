import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { testTrack } from "../../../test-track.ts";
import { entriesOf, withEntryRemoved } from "./hand-picked-rules.ts";
import type { HandPicked } from "./hand-picked-rules.ts";
import { HandPickedTracks } from "./hand-picked-tracks.tsx";

const entries = entriesOf(["1", "2", "3"].map((entryId) => ({ ...testTrack, entryId })));

const rowsOf = (some: readonly HandPicked[]): readonly (string | undefined)[] =>
  [
    ...renderToStaticMarkup(
      <HandPickedTracks stored={undefined} entries={some} onChange={() => {}} />,
    ).matchAll(/data-row-id="([^"]+)"/g),
  ].map(([, id]) => id);

test("a track that is in the playlist three times has three rows, and one of them can be removed", () => {
  expect(rowsOf(entries)).toEqual(["1", "2", "3"]);
  expect(rowsOf(withEntryRemoved(entries, "2"))).toEqual(["1", "3"]);
});
