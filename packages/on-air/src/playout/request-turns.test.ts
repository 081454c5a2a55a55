import { describe, expect, test } from "vitest";
import type { PlanItem, PlanStart, QueueEntry } from "../protocol/index.ts";
import {
  admittedQueue,
  choicesBeside,
  chooseNext,
  isCueStillRight,
  type ChoiceSituation,
} from "./playout-rules.ts";
import { isWithinLimit, startsOfHour } from "./request-turns.ts";
import { track, uuid } from "./test-tracks.ts";

const NOW_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;

const request = (number: number): QueueEntry => ({
  ...track(number),
  entryId: uuid(number + 1000),
  requestedBy: "owl",
  isRequest: true,
});
const byOperator = (number: number): QueueEntry => ({ ...request(number), isRequest: false });
const item = (
  number: number,
  requests: PlanItem["requests"],
  start: PlanStart = { kind: "follow" },
): PlanItem => ({ ...track(number), itemId: uuid(number + 2000), start, requests });

function at(given: Partial<ChoiceSituation>): ChoiceSituation {
  return {
    queue: [],
    plan: [],
    rotation: [track(9)],
    recentTrackIds: [],
    restingTrackIds: new Set<string>(),
    nowMs: NOW_MS,
    joinBehind: null,
    requestStartsMs: [],
    requestsPerHour: null,
    ...given,
  };
}

const queued = (entry: QueueEntry, itemId: string | null = null) => ({
  kind: "queue",
  entry,
  itemId,
});

describe("[P36] where requests come", () => {
  test("before an item of the plan, or without a plan, at the next join", () => {
    const queue = [request(1)];

    expect(chooseNext(at({ queue, plan: [item(5, "before")] }), 0)).toEqual(queued(request(1)));
    expect(chooseNext(at({ queue, plan: [item(5, undefined)] }), 0)).toEqual(queued(request(1)));
    expect(chooseNext(at({ queue }), 0)).toEqual(queued(request(1)));
  });

  test("behind an item they wait, but operators' entries do not", () => {
    const plan = [item(5, "behind"), item(6, "here")];

    expect(chooseNext(at({ queue: [request(1)], plan }), 0)).toEqual({
      kind: "plan",
      item: plan[0],
    });
    expect(chooseNext(at({ queue: [request(1), byOperator(2)], plan }), 0)).toEqual(
      queued(byOperator(2)),
    );
  });

  test("they replace an item meant for them; without a request the item comes", () => {
    const plan = [item(5, "here"), item(6, "behind")];

    expect(chooseNext(at({ queue: [request(1)], plan }), 0)).toEqual(
      queued(request(1), plan[0]?.itemId),
    );
    expect(chooseNext(at({ plan }), 0)).toEqual({ kind: "plan", item: plan[0] });
    expect(chooseNext(at({ queue: [byOperator(2), request(1)], plan }), 0)).toEqual(
      queued(byOperator(2)),
    );
  });

  test("a due timed item makes way as well", () => {
    const soft = { kind: "soft", fromMs: NOW_MS, untilMs: null } as const;
    const plan = [item(5, "behind"), item(6, "here", soft)];
    const queue = [byOperator(2), request(1)];

    expect(chooseNext(at({ queue, plan }), 0)).toEqual(queued(request(1), plan[1]?.itemId));
    expect(chooseNext(at({ plan }), 0)).toEqual({ kind: "plan", item: plan[1] });
  });

  test("an unplayable item decides nothing", () => {
    const plan = [item(5, "behind"), item(6, "before")];

    expect(
      chooseNext(at({ queue: [request(1)], plan, restingTrackIds: new Set([uuid(5)]) }), 0),
    ).toEqual(queued(request(1)));
  });

  test("only admissible entries are connected ahead of their turn", () => {
    const queue = [request(1), byOperator(2)];

    expect(admittedQueue(at({ queue, plan: [item(5, "behind")] }))).toEqual([byOperator(2)]);
    expect(admittedQueue(at({ queue, plan: [item(5, "here")] }))).toEqual(queue);
  });
});

describe("[P27] the cue", () => {
  const plan = [item(5, "here")];
  const cued = { track: track(1), entryId: uuid(1001), itemId: uuid(2005) };

  test("stays while the request replaces the same item", () => {
    const queue = [request(1)];

    expect(isCueStillRight(cued, at({ queue, plan }))).toBe(true);
    expect(isCueStillRight({ ...cued, itemId: null }, at({ queue, plan }))).toBe(false);
    expect(isCueStillRight(cued, at({ queue, plan: [item(5, "behind")] }))).toBe(false);
    expect(isCueStillRight(cued, at({ plan }))).toBe(false);
  });

  test("gives way to a request that replaces it", () => {
    const standIn = { track: track(5), entryId: null, itemId: uuid(2005) };

    expect(isCueStillRight(standIn, at({ plan }))).toBe(true);
    expect(isCueStillRight(standIn, at({ plan, queue: [request(1)] }))).toBe(false);
  });
});

describe("[P37] the limit of requests within 60 minutes", () => {
  const startsMs = [NOW_MS - 61 * MINUTE_MS, NOW_MS - 59 * MINUTE_MS, NOW_MS - MINUTE_MS];

  test("counts starts in the last 60 minutes, whatever the clock was before", () => {
    expect(startsOfHour([NOW_MS + 3_600_000, ...startsMs], NOW_MS)).toEqual(startsMs.slice(1));
    const given = { requestStartsMs: startsMs, nowMs: NOW_MS };
    expect(isWithinLimit({ ...given, requestsPerHour: null })).toBe(true);
    expect(isWithinLimit({ ...given, requestsPerHour: 3 })).toBe(true);
    expect(isWithinLimit({ ...given, requestsPerHour: 2 })).toBe(false);
    expect(isWithinLimit({ ...given, requestsPerHour: 2, nowMs: NOW_MS + 2 * MINUTE_MS })).toBe(
      true,
    );
    expect(isWithinLimit({ requestStartsMs: [], requestsPerHour: 0, nowMs: NOW_MS })).toBe(false);
  });

  test("holds back requests everywhere, and operators' entries never", () => {
    const full = { requestStartsMs: startsMs, requestsPerHour: 2 };
    const here = [item(5, "here")];

    expect(chooseNext(at({ ...full, queue: [request(1)], plan: here }), 0)).toEqual({
      kind: "plan",
      item: here[0],
    });
    expect(chooseNext(at({ ...full, queue: [request(1)] }), 0)).toMatchObject({ kind: "rotation" });
    expect(chooseNext(at({ ...full, queue: [request(1), byOperator(2)] }), 0)).toEqual(
      queued(byOperator(2)),
    );
  });

  test("a request that a new engine starts with already counts", () => {
    const beginning = { track: track(1), entryId: uuid(1001), itemId: null, isRequest: true };
    const given = at({ queue: [request(1), request(2)], requestsPerHour: 1 });

    expect(choicesBeside(beginning, given)).toMatchObject({
      queue: [request(2)],
      requestStartsMs: [NOW_MS],
    });
  });
});
