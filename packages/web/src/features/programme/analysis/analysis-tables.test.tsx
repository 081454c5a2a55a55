import type { Analysis } from "@neonrelay/contract/callers";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { NeverTable, PlaylistTable, ProblemTable } from "./analysis-tables.tsx";

const playlist = { id: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1", name: "Evening drive" };
const clock = { id: "7d1b0a0e-4a77-4a30-9a52-3c0b1de0a2f4", name: "Music hour" };
const none = { ruleMinutes: 0, shortest: [] };
const analysis: Analysis = {
  timeZone: "UTC",
  from: "2027-03-01T00:00:00.000Z",
  until: "2027-03-08T00:00:00.000Z",
  isWhole: true,
  itemCount: 10,
  playlists: [
    {
      ...playlist,
      trackCount: 3,
      playedCount: 2,
      spins: 10,
      lowest: 0,
      highest: 6,
      turnoverHours: 50.4,
    },
  ],
  artistCount: 0,
  artists: [],
  separation: { artist: none, title: none, album: none },
  neverCount: 120,
  never: [
    {
      trackId: "1f0e8c52-6a0b-4d7e-9c3f-5b2a8d4e7f60",
      title: "Tide & Foam",
      artist: "Neon Coast",
      kind: "music",
      playlists: [playlist],
      reason: "no-turn",
    },
  ],
  problemCount: 1,
  problems: [
    {
      sentence: "No slot.",
      show: null,
      clock,
      slotId: null,
      playlist,
      times: 3,
      at: ["2027-03-01T00:00:00.000Z"],
    },
  ],
};

const markupOf = (table: ReactElement): string =>
  renderToStaticMarkup(<Router ssrPath="/programme">{table}</Router>);
const textOf = (markup: string): string =>
  markup.replaceAll(/<[^>]+>/g, "|").replaceAll(/\|+/g, "|");
const linksOf = (markup: string): readonly string[] =>
  [...markup.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));

test("a playlist's row says how even it is, and links to its turn", () => {
  const markup = markupOf(<PlaylistTable analysis={analysis} />);

  expect(textOf(markup)).toContain(
    "|Playlist|Spins|Turnover|Evening drive|2 of 3 tracks came, each 0 to 6 times|10|2 days|",
  );
  expect(linksOf(markup)).toEqual([`/programme?tab=playlists&playlist=${playlist.id}`]);
});

test("a track that never played links to the library and to its playlists; the rest are counted", () => {
  const markup = markupOf(<NeverTable analysis={analysis} />);

  expect(linksOf(markup)).toEqual([
    "/library?q=Tide%20%26%20Foam%20Neon%20Coast",
    `/programme?tab=playlists&playlist=${playlist.id}`,
  ]);
  expect(textOf(markup)).toContain("119 more are not shown.");
});

test("a problem links to its clock and playlist; without problems the table says so", () => {
  const markup = markupOf(<ProblemTable analysis={analysis} isPast={false} />);
  const without = { ...analysis, problems: [], problemCount: 0 };

  expect(linksOf(markup)).toEqual([
    `/programme?tab=clocks&clock=${clock.id}`,
    `/programme?tab=playlists&playlist=${playlist.id}`,
  ]);
  expect(textOf(markupOf(<ProblemTable analysis={without} isPast={false} />))).toContain(
    "|Every hour can be filled.|",
  );
});
