import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlanItem, PlanStart, PlayableTrack, QueueEntry } from "../protocol/index.ts";
import {
  admittedQueue,
  choicesBeside,
  type ChoiceSituation,
  choicesNow,
  chooseNext,
  isCueStillRight,
  isWithinLimit,
  keepNewest,
  rotationWindow,
  startsOfHour,
} from "./playout-rules.ts";
import { track, uuid } from "./test-tracks.ts";
import { stillResting } from "../quarantine/quarantine.ts";

function entry(number: number): QueueEntry {
  return { ...track(number), entryId: uuid(number + 1000), requestedBy: null, isRequest: true };
}

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const NOW_MS = 1_800_000_000_000;
const nothingRests: ReadonlySet<string> = new Set();

test("no track of the rotation repeats within half the library, at most 100 plays", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 260 }),
      fc.array(random, { minLength: 1, maxLength: 300 }),
      (size, randoms) => {
        const rotation = Array.from({ length: size }, (_, index) => track(index));
        let recentTrackIds: readonly string[] = [];
        for (const value of randoms) {
          const choice = chooseNext(
            {
              queue: [],
              plan: [],
              rotation,
              recentTrackIds,
              restingTrackIds: nothingRests,
              nowMs: NOW_MS,
              joinBehind: null,
              requestStartsMs: [],
              requestsPerHour: null,
            },
            value,
          );
          if (choice.kind !== "rotation") throw new Error("nothing was chosen");
          const window = Math.min(100, Math.floor(size / 2));
          const last = window === 0 ? [] : recentTrackIds.slice(-window);
          expect(last).not.toContain(choice.track.trackId);
          recentTrackIds = keepNewest([...recentTrackIds, choice.track.trackId], 100);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("the head of the queue comes before the rotation, even if played recently", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), random, (length, value) => {
      const queue = Array.from({ length }, (_, index) => entry(index));
      const situation = {
        queue,
        plan: [],
        rotation: [track(1)],
        recentTrackIds: queue.map(({ trackId }) => trackId),
        restingTrackIds: nothingRests,
        nowMs: NOW_MS,
        joinBehind: null,
        requestStartsMs: [],
        requestsPerHour: null,
      };

      expect(chooseNext(situation, value)).toEqual({
        kind: "queue",
        entry: queue[0],
        itemId: null,
      });
    }),
  );
});

test("a library of one track repeats it", () => {
  const situation = {
    queue: [],
    plan: [],
    rotation: [track(1)],
    recentTrackIds: [uuid(1)],
    restingTrackIds: nothingRests,
    nowMs: NOW_MS,
    joinBehind: null,
    requestStartsMs: [],
    requestsPerHour: null,
  };

  expect(chooseNext(situation, 0.5)).toEqual({ kind: "rotation", track: track(1) });
});

test("[P30] the queue waits for an exact item about to take over, unless there is nothing else", () => {
  const start = { kind: "exact", fromMs: null, graceMs: 0, whileLive: "wait" } as const;
  const choose = (atMs: number, { rotation = [track(1)] }: { rotation?: PlayableTrack[] } = {}) => {
    const item = { ...track(2), itemId: uuid(2), start: { ...start, atMs } };
    const situation = {
      queue: [entry(3)],
      plan: [item],
      rotation,
      recentTrackIds: [],
      restingTrackIds: nothingRests,
      nowMs: NOW_MS,
      joinBehind: null,
      requestStartsMs: [],
      requestsPerHour: null,
    };
    return chooseNext(choicesNow(situation), 0);
  };

  expect(choose(NOW_MS + 16_000)).toMatchObject({ kind: "queue" });
  expect(choose(NOW_MS + 14_000)).toEqual({ kind: "rotation", track: track(1) });
  expect(choose(NOW_MS + 14_000, { rotation: [] })).toMatchObject({ kind: "queue" });
});

test("an empty library and queue yield nothing", () => {
  const situation = {
    queue: [],
    plan: [],
    rotation: [],
    recentTrackIds: [],
    restingTrackIds: nothingRests,
    nowMs: NOW_MS,
    joinBehind: null,
    requestStartsMs: [],
    requestsPerHour: null,
  };

  expect(chooseNext(situation, 0)).toEqual({ kind: "nothing" });
});

test("a recently unreadable track is left alone", () => {
  const resting = stillResting(
    new Map([
      [uuid(1), 2000],
      [uuid(2), 1000],
    ]),
    1500,
  );
  const situation = {
    queue: [],
    plan: [],
    rotation: [track(1)],
    recentTrackIds: [],
    restingTrackIds: resting,
    nowMs: NOW_MS,
    joinBehind: null,
    requestStartsMs: [],
    requestsPerHour: null,
  };

  expect(resting).toEqual(new Set([uuid(1)]));
  expect(chooseNext(situation, 0)).toEqual({ kind: "nothing" });
});

test("the window is half the library, at most 100", () => {
  expect([0, 1, 2, 3, 199, 200, 5000].map(rotationWindow)).toEqual([0, 0, 1, 1, 99, 100, 100]);
});

test("the cued track stays while it heads the queue, or is in the rotation with an empty queue", () => {
  const fromQueue = { track: track(1), entryId: uuid(1001), itemId: null };
  const fromRotation = { track: track(1), entryId: null, itemId: null };
  const nothing = {
    queue: [],
    plan: [],
    rotation: [],
    recentTrackIds: [],
    restingTrackIds: nothingRests,
    nowMs: NOW_MS,
    joinBehind: null,
    requestStartsMs: [],
    requestsPerHour: null,
  };

  expect(isCueStillRight(fromQueue, { ...nothing, queue: [entry(1)], plan: [] })).toBe(true);
  expect(isCueStillRight(fromQueue, { ...nothing, queue: [entry(2), entry(1)], plan: [] })).toBe(
    false,
  );
  expect(isCueStillRight(fromQueue, { ...nothing, rotation: [track(1)] })).toBe(false);
  expect(isCueStillRight(fromRotation, { ...nothing, rotation: [track(1)] })).toBe(true);
  const both = { ...nothing, queue: [entry(1)], plan: [], rotation: [track(1)] };
  expect(isCueStillRight(fromRotation, both)).toBe(false);
  expect(isCueStillRight(fromRotation, { ...nothing, rotation: [track(2)] })).toBe(false);
  expect(isCueStillRight(null, nothing)).toBe(false);
});

test("a track cued as the library's only one is replaced once there are others", () => {
  const cued = { track: track(1), entryId: null, itemId: null };
  const situation = {
    queue: [],
    plan: [],
    recentTrackIds: [uuid(1)],
    restingTrackIds: nothingRests,
    nowMs: NOW_MS,
    joinBehind: null,
    requestStartsMs: [],
    requestsPerHour: null,
  };

  expect(isCueStillRight(cued, { ...situation, rotation: [track(1)] })).toBe(true);
  expect(isCueStillRight(cued, { ...situation, rotation: [track(1), track(2)] })).toBe(false);
});

describe("the plan", () => {
  const item = (number: number, start: PlanStart = { kind: "follow" }): PlanItem => ({
    ...track(number),
    itemId: uuid(number + 2000),
    start,
  });
  const situation = {
    queue: [],
    plan: [item(1), item(2)],
    rotation: [track(3)],
    recentTrackIds: [],
    restingTrackIds: nothingRests,
    nowMs: NOW_MS,
    joinBehind: null,
    requestStartsMs: [],
    requestsPerHour: null,
  };

  test("[P26] comes after the queue and before the rotation", () => {
    expect(chooseNext({ ...situation, queue: [entry(4)] }, 0)).toMatchObject({ kind: "queue" });
    expect(chooseNext(situation, 0)).toEqual({ kind: "plan", item: item(1) });
    expect(chooseNext({ ...situation, plan: [] }, 0)).toMatchObject({ kind: "rotation" });
  });

  test("[P26] skips an unplayable track, and comes back to it", () => {
    const restingTrackIds = new Set([uuid(1)]);

    expect(chooseNext({ ...situation, restingTrackIds }, 0)).toEqual({
      kind: "plan",
      item: item(2),
    });
  });

  test("[P27] the cued track stays while it heads the plan; a request or another head replaces it", () => {
    const cued = { track: track(1), entryId: null, itemId: uuid(2001) };

    expect(isCueStillRight(cued, situation)).toBe(true);
    expect(isCueStillRight(cued, { ...situation, queue: [entry(4)] })).toBe(false);
    expect(isCueStillRight(cued, { ...situation, plan: [item(2)] })).toBe(false);
    expect(isCueStillRight(cued, { ...situation, plan: [] })).toBe(false);
    expect(isCueStillRight({ ...cued, itemId: null }, situation)).toBe(false);
  });

  test("[P29] an item due at a join comes before the queue, and only within its time", () => {
    const soft = item(5, { kind: "soft", fromMs: NOW_MS - 1000, untilMs: NOW_MS + 1000 });
    const given = { ...situation, plan: [item(1), soft], queue: [entry(4)] };

    expect(chooseNext(given, 0)).toEqual({ kind: "plan", item: soft });
    expect(chooseNext({ ...given, nowMs: NOW_MS - 1001 }, 0)).toMatchObject({ kind: "queue" });
    expect(chooseNext({ ...given, nowMs: NOW_MS + 1001 }, 0)).toMatchObject({ kind: "queue" });
    expect(chooseNext({ ...given, restingTrackIds: new Set([uuid(5)]) }, 0)).toMatchObject({
      kind: "queue",
    });
    const cued = { track: track(5), entryId: null, itemId: soft.itemId };
    expect(isCueStillRight(cued, given)).toBe(true);
    expect(isCueStillRight({ ...cued, itemId: uuid(2001) }, given)).toBe(false);
  });

  test("[P35] a live show's fallback is skipped once the show is over", () => {
    const standIn = item(5, { kind: "follow", untilMs: NOW_MS });
    const given = { ...situation, plan: [standIn, item(1)] };
    const cued = { track: track(5), entryId: null, itemId: standIn.itemId };
    const before = { ...given, nowMs: NOW_MS - 1 };

    expect(chooseNext(before, 0)).toEqual({ kind: "plan", item: standIn });
    expect(isCueStillRight(cued, before)).toBe(true);
    expect(chooseNext(given, 0)).toEqual({ kind: "plan", item: item(1) });
    expect(isCueStillRight(cued, given)).toBe(false);
  });

  test("[P28] an exact item never comes at a join", () => {
    const exact = item(5, {
      kind: "exact",
      fromMs: null,
      atMs: NOW_MS,
      graceMs: 60_000,
      whileLive: "wait",
    });

    expect(chooseNext({ ...situation, plan: [exact, item(2)] }, 0)).toEqual({
      kind: "plan",
      item: item(2),
    });
  });
});

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
