import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { expect, test } from "vitest";
import { buttonsOf, wordsOf } from "../../test-page.tsx";
import { testTrack } from "../../test-track.ts";
import { TrackDetails } from "./track-details.tsx";

function detailsFor(rights: { readonly mayEdit: boolean; readonly closedBecause?: string }) {
  return renderToStaticMarkup(
    <Router ssrPath="/library" ssrSearch="">
      <TrackDetails
        track={{ ...testTrack, title: "Iron Owl", artists: ["Mira & Co", "Zoë"], bitrate: 320 }}
        onQueue={() => {}}
        closedBecause={rights.closedBecause}
        favourites={{ has: () => false, toggle: () => {} }}
        onEdit={rights.mayEdit ? () => {} : undefined}
        onClose={() => {}}
      />
    </Router>,
  );
}

test("[W264] a track's details link its artists and offer what the visitor may do", () => {
  const visitor = detailsFor({ mayEdit: false, closedBecause: "closed today" });
  const operator = detailsFor({ mayEdit: true });

  expect(wordsOf(visitor)).toMatch(/Iron Owl .*Zoë .*Album .*Bitrate 320 kbps/);
  expect(visitor).toContain('href="/library?artist=Mira+%26+Co"');
  expect(buttonsOf(visitor)).toMatchObject({ Queue: "closed", "Favourite Iron Owl": "open" });
  expect(buttonsOf(visitor)).not.toHaveProperty("Edit");
  expect(buttonsOf(operator)).toMatchObject({ Queue: "open", Edit: "open" });
});
