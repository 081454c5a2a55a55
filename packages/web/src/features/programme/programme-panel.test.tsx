import type { Playlist, SetUp } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { buttonsOf, markupInPage, wordsOf } from "../../test-page.tsx";
import { newPlaylist } from "./playlists/playlists-data.ts";
import { ProgrammePanel } from "./programme-panel.tsx";
// What the panel loads on demand is there before it asks: an import that outlives the suite fails others.
import "./plan/plan-panel.tsx";
import "./set-up-wizard.tsx";

const music: Playlist = {
  ...newPlaylist,
  id: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1",
  name: "Music",
  rule: { kinds: ["music"] },
  trackCount: 6,
  durationMs: 600_000,
  version: 1,
};

function markupOf(setUp: Pick<SetUp, "isProgrammeChosen">, playlists: readonly Playlist[]): string {
  return markupInPage(
    <Router ssrPath="/programme">
      <ProgrammePanel />
    </Router>,
    (queryClient) => {
      queryClient.setQueryData(["/api/playlists"], playlists);
      queryClient.setQueryData(["/api/set-up"], setUp);
    },
  );
}

test("[W230] the question is asked of a station that has only the demo's playlists, not of one that has answered", () => {
  const demo = wordsOf(markupOf({ isProgrammeChosen: false }, [music]));
  const empty = wordsOf(markupOf({ isProgrammeChosen: true }, []));

  expect(demo).toContain("What should the station play?");
  expect(empty).not.toContain("What should the station play?");
  expect(empty).toContain("Playlists");
});

test("[W231] 'New programme…' is offered once the question is answered", () => {
  expect(buttonsOf(markupOf({ isProgrammeChosen: false }, [music]))).not.toHaveProperty(
    "New programme…",
  );
  expect(buttonsOf(markupOf({ isProgrammeChosen: true }, [music]))).toHaveProperty(
    "New programme…",
    "open",
  );
});
