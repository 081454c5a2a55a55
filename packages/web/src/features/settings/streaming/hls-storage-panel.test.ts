import type { HlsCopy } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { formatTimeOfDay } from "../../../ui/format-time.ts";
import { describeHlsCopy } from "./hls-storage-panel.tsx";

const at = "2026-01-02T20:15:00.000Z";
const time = formatTimeOfDay(Date.parse(at));
const copying: HlsCopy["state"] = {
  status: "copying",
  since: at,
  pushedAt: at,
  behindSeconds: 0,
  lostSegments: 0,
  problem: null,
  retryAt: null,
};
const problem = { text: "the storage has no bucket 'radio'", at };

test("a healthy copy says when the last playlist arrived", () => {
  expect(describeHlsCopy(copying)).toEqual([`Last arrived at ${time}.`]);
  expect(describeHlsCopy({ ...copying, pushedAt: null })).toEqual(["Nothing has arrived yet."]);
});

test("a copy that had a problem still names it, and what players missed", () => {
  expect(describeHlsCopy({ ...copying, problem, lostSegments: 1 })).toEqual([
    `Last arrived at ${time}.`,
    `Last problem, at ${time}: the storage has no bucket 'radio'.`,
    "Players missed 1 segment so far.",
  ]);
});

test("a failing copy says why, when the next attempt is and how far behind it is", () => {
  const failing = { ...copying, status: "failing" as const, problem, retryAt: at };

  expect(describeHlsCopy({ ...failing, behindSeconds: 11.98, lostSegments: 4 })).toEqual([
    `Problem: the storage has no bucket 'radio'. Next try at ${time}.`,
    `Last arrived at ${time}.`,
    "12 s behind.",
    "Players missed 4 segments so far.",
  ]);
});
