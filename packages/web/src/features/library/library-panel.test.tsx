import { libraryCalls, tracksCalls } from "@neonrelay/contract/callers";
import type { Right } from "@neonrelay/contract/callers";
import { testPolicy } from "@neonrelay/contract/test-settings";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { markupInPage, wordsOf } from "../../test-page.tsx";
import { sessionQuery } from "../accounts/index.ts";
import { LibraryPanel } from "./library-panel.tsx";
import { LibraryStats } from "./library-stats.tsx";

/** Seven tracks, of which five are songs. */
function libraryFor(rights: Right[]): string {
  const library = (
    <Router ssrPath="/library" ssrSearch="">
      <LibraryPanel />
      <LibraryStats />
    </Router>
  );
  return markupInPage(library, (queryClient) => {
    const session = { kind: "guest", rights, policy: testPolicy() } as const;
    queryClient.setQueryData(sessionQuery.queryKey, session);
    for (const [kind, total] of [
      ["song", 5],
      [undefined, 7],
    ] as const) {
      const listing = { text: "", filters: { kind } };
      queryClient.setQueryData([tracksCalls.listTracks.path, listing, 0], { items: [], total });
      const stats = { tracks: total, artists: 2, albums: 1, durationMs: 0 };
      queryClient.setQueryData([libraryCalls.getLibraryStats.path, kind], stats);
    }
  });
}

test("[W228] visitors find songs only in the library and its figures; who plans the programme finds all tracks", () => {
  const seen = wordsOf(libraryFor(["request"]));
  const planned = wordsOf(libraryFor(["request", "programme"]));

  expect(seen).toMatch(/5 tracks .*Total tracks 5/);
  expect(planned).toMatch(/7 tracks .*Total tracks 7/);
});
