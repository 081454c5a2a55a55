import { analysisCalls } from "@neonrelay/contract/callers";
import type { Analysis } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { markupInPage, wordsOf } from "../../../test-page.tsx";
import { AnalysisPanel } from "./analysis-panel.tsx";
import { ageWords } from "./result-age.tsx";

const none = { ruleMinutes: 0, shortest: [] };
const figures: Analysis = {
  timeZone: "UTC",
  from: "2027-03-01T00:00:00.000Z",
  until: "2027-03-08T00:00:00.000Z",
  isWhole: true,
  itemCount: 10,
  playlists: [],
  artistCount: 0,
  artists: [],
  separation: { artist: none, title: none, album: none },
  neverCount: 0,
  never: [],
  problemCount: 0,
  problems: [],
};

test("the last figures are shown with their age while new ones are computed", () => {
  const queryKey = [analysisCalls.getAnalysis.path, { span: "coming" }];

  const words = wordsOf(
    markupInPage(
      <Router ssrPath="/programme" ssrSearch="tab=analysis&view=coming">
        <AnalysisPanel />
      </Router>,
      (queryClient) =>
        queryClient.setQueryData(queryKey, figures, { updatedAt: Date.now() - 4 * 60_000 }),
    ),
  );

  expect(words).toContain("10 tracks from");
  expect(words).toContain("From 4 minutes ago, computing a new one …");
});

test("an age is in minutes or hours", () => {
  expect([59_000, 60_000, 59 * 60_000, 3_600_000, 9_000_000].map(ageWords)).toEqual([
    "less than a minute ago",
    "1 minute ago",
    "59 minutes ago",
    "1 hour ago",
    "2 hours ago",
  ]);
});
