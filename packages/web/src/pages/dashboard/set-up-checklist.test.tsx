import type { SetUp } from "@neonrelay/contract/callers";
import { testSettings } from "@neonrelay/contract/test-settings";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { buttonsOf, markupInPage, wordsOf } from "../../test-page.tsx";
import { SetUpChecklist } from "./set-up-checklist.tsx";

const open: SetUp = {
  isNameChosen: false,
  isTimeZoneChosen: false,
  hasOwnMusic: true,
  demoTrackIds: [],
  isProgrammeChosen: true,
  hasBackup: false,
  isDismissed: false,
};
/** Nothing is left to check. */
const closed = testSettings({
  timeZone: "UTC",
  guestQueueActions: "requests only",
  requestRules: {
    ...testSettings().requestRules,
    requesterCooldownSeconds: 60,
    maxOpenRequests: 2,
  },
});

beforeEach(() => vi.stubGlobal("location", new URL("https://radio.example/")));
afterEach(() => void vi.unstubAllGlobals());

function markupOf(setUp: SetUp): string {
  return markupInPage(
    <Router ssrPath="/">
      <SetUpChecklist />
    </Router>,
    (queryClient) => {
      queryClient.setQueryData(["/api/set-up"], setUp);
      queryClient.setQueryData(["/api/station-settings"], closed);
      queryClient.setQueryData(["/api/system/status"], { proxyProblems: [], reachProblem: null });
    },
  );
}

test("[W232] the list says what is done, and offers what is not", () => {
  const markup = markupOf(open);

  expect(wordsOf(markup)).toContain("Set up your station 3 of 5 done Dismiss");
  expect(Object.keys(buttonsOf(markup))).toEqual(["Dismiss", "Keep it", expect.any(String)]);
});

test("[W232] it is gone once dismissed, and once all of it is done", () => {
  expect(markupOf({ ...open, isDismissed: true })).toBe("");
  expect(markupOf({ ...open, isNameChosen: true, isTimeZoneChosen: true })).toBe("");
});
