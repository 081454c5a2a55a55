import { expect, test } from "vitest";
import type { PlanStart } from "../protocol/index.ts";
import type { AirNote } from "./playout-state.ts";
import { decideResumption, MAX_RESUMES, type Resumption } from "./resume-rules.ts";
import { track, uuid } from "./test-tracks.ts";

const NOON_MS = Date.UTC(2026, 4, 5, 12);
const then = { atMs: NOON_MS, upMs: 100_000, bootId: "a" };
const goesOn: Resumption = { kind: "go-on" };
const again: Resumption = { kind: "again" };
const tooLong: Resumption = { kind: "over", why: "on-air was away for too long" };

interface Case {
  readonly awayMs?: number;
  /** Wall-clock jump beyond the time that passed. */
  readonly jumpMs?: number;
  readonly isRestarted?: boolean;
  readonly entryId?: string;
  readonly planStart?: PlanStart;
  readonly heardMs?: number;
  readonly durationMs?: number | null;
  readonly resumes?: number;
  readonly isQuarantined?: boolean;
}

function decide({
  awayMs = 3000,
  jumpMs = 0,
  isRestarted = false,
  entryId,
  planStart,
  heardMs = 20_000,
  durationMs = 200_000,
  resumes = 0,
  isQuarantined = false,
}: Case): Resumption {
  const cues = { cueInMs: 5000, cueOutMs: null, startNextMs: null, isDecay: false };
  const note: AirNote = {
    play: {
      kind: "track",
      playId: uuid(1),
      track: { ...track(2), durationMs, cues },
      format: null,
      entryId: entryId ?? null,
      itemId: planStart === undefined ? null : uuid(3),
      requestedBy: null,
      isRequest: entryId !== undefined,
    },
    planStart: planStart ?? null,
    overSessionId: null,
    titleSamples: 0,
    offsetMs: 5000 + heardMs,
    isFadedOut: false,
    isStopped: false,
    moment: then,
    resumes,
  };
  const now = {
    atMs: then.atMs + awayMs + jumpMs,
    upMs: isRestarted ? 40_000 : then.upMs + awayMs,
    bootId: isRestarted ? "b" : "a",
  };
  return decideResumption(note, { now, isQuarantined });
}

const exact: PlanStart = {
  kind: "exact",
  fromMs: null,
  atMs: NOON_MS - 10_000,
  graceMs: 300_000,
  whileLive: "wait",
};
const MINUTE_MS = 60_000;

test.each<readonly [string, Case, Resumption]>([
  ["after 3 s", {}, goesOn],
  ["after a minute", { awayMs: MINUTE_MS }, goesOn],
  ["after more than a minute", { awayMs: MINUTE_MS + 1 }, tooLong],
  ["after 3 s with a clock set forward", { jumpMs: 86_400_000 }, goesOn],
  ["after 3 s with a clock set back", { jumpMs: -86_400_000 }, goesOn],
  [
    "after an hour with a clock set back by one",
    { awayMs: 3_600_000, jumpMs: -3_600_000 },
    tooLong,
  ],
  ["after a reboot that took 40 s", { awayMs: 40_000, isRestarted: true }, goesOn],
  ["after a reboot with the clock set back", { isRestarted: true, jumpMs: -9000 }, tooLong],
])("[P110] the play that was on air, %s", (_, situation, expected) => {
  expect(decide(situation)).toEqual(expected);
});

const longAway = { awayMs: 10 * MINUTE_MS };

test.each<readonly [string, Case, Resumption]>([
  ["a request", { entryId: uuid(4) }, again],
  ["a request of which half was heard", { entryId: uuid(4), heardMs: 97_500 }, tooLong],
  ["a request of unknown length", { entryId: uuid(4), durationMs: null }, again],
  ["an exact item, its grace over", { planStart: exact }, tooLong],
  ["an exact item within its grace", { planStart: { ...exact, graceMs: 3_600_000 } }, again],
  [
    "a soft item that may still start",
    { planStart: { kind: "soft", fromMs: NOON_MS, untilMs: NOON_MS + 3_600_000 } },
    again,
  ],
  ["an item without a time", { planStart: { kind: "follow" } }, tooLong],
  ["a track of the rotation", {}, tooLong],
])("[P111] after ten minutes, %s", (_, situation, expected) => {
  expect(decide({ ...longAway, ...situation })).toEqual(expected);
});

test("[P112] a play that ended on-air three times without progress is not tried again, nor is a quarantined one", () => {
  const why = "on-air ended three times while playing it";

  expect(decide({ resumes: MAX_RESUMES - 1 })).toEqual(goesOn);
  expect(decide({ resumes: MAX_RESUMES, entryId: uuid(4) })).toEqual({ kind: "over", why });
  expect(decide({ isQuarantined: true })).toEqual({
    kind: "over",
    why: "its file is kept off the air",
  });
});
