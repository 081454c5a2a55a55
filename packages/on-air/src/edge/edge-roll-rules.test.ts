import { expect, test } from "vitest";
import { EDGE_PROTOCOL_VERSION, type EdgeReport } from "./edge-protocol.ts";
import {
  afterJump,
  decideReport,
  isHere,
  listenersOf,
  stillKnown,
  type KnownEdge,
} from "./edge-roll-rules.ts";

const NOW_MS = 1_000_000_000;
const ONE = "00000000-0000-4000-8000-000000000001";
const TWO = "00000000-0000-4000-8000-000000000002";

const report: EdgeReport = {
  protocol: EDGE_PROTOCOL_VERSION,
  id: ONE,
  name: "paris",
  startedAtMs: 5,
  publicUrl: null,
  weight: 1,
  listeners: 3,
  state: "carrying",
  loops: {},
  lagMs: 200,
  sessions: [],
  listenerSeconds: null,
  ledger: null,
};

function taken(changes: Partial<EdgeReport> = {}, known: readonly KnownEdge[] = []): KnownEdge {
  const decision = decideReport({ report: { ...report, ...changes }, known, nowMs: NOW_MS });
  if (decision.kind !== "taken") throw new Error(decision.kind);
  return decision.edge;
}

test("a reported edge is known from then on", () => {
  expect(taken()).toEqual({
    id: ONE,
    name: "paris",
    startedAtMs: 5,
    publicUrl: null,
    weight: 1,
    listeners: 3,
    state: "carrying",
    lagMs: 200,
    sinceMs: NOW_MS,
    reportedAtMs: NOW_MS,
    listenerSeconds: 0,
  });
});

test("an edge's hours are the maximum it reported, in whatever order and however often", () => {
  const edge = taken({ listenerSeconds: 65 });

  expect(taken({ listenerSeconds: 65 }, [edge])).toMatchObject({ listenerSeconds: 65 });
  expect(taken({ listenerSeconds: 60 }, [edge])).toMatchObject({ listenerSeconds: 65 });
  expect(taken({ listenerSeconds: 70 }, [edge])).toMatchObject({ listenerSeconds: 70 });
});

test("a new run that reports no hours yet loses none", () => {
  expect(taken({ listenerSeconds: null }, [taken({ listenerSeconds: 65 })])).toMatchObject({
    listenerSeconds: 65,
  });
});

test("a second edge of the same name is refused while the first reports", () => {
  const known = [taken()];
  const other = { ...report, id: TWO };

  expect(decideReport({ report: other, known, nowMs: NOW_MS + 6000 })).toEqual({
    kind: "name-taken",
  });
  expect(decideReport({ report: other, known, nowMs: NOW_MS + 8000 }).kind).toBe("taken");
});

test("of two processes with the same data the newer counts", () => {
  const newer = taken({ startedAtMs: 6 }, [taken()]);

  expect(decideReport({ report, known: [newer], nowMs: NOW_MS })).toEqual({ kind: "replaced" });
});

test("at most a hundred edges are accepted", () => {
  const known = Array.from({ length: 100 }, (_, index) => ({
    ...taken(),
    id: `edge ${index}`,
    name: `edge ${index}`,
  }));

  expect(decideReport({ report, known, nowMs: NOW_MS })).toEqual({ kind: "too-many" });
});

test("an edge that was away counts as present since its next report", () => {
  const later = NOW_MS + 60_000;
  const decision = decideReport({ report, known: [taken()], nowMs: later });

  expect(decision).toMatchObject({ edge: { sinceMs: later } });
});

test("listeners of an edge that is away do not count", () => {
  const known = [taken(), { ...taken({ id: TWO, name: "oslo" }), reportedAtMs: NOW_MS - 7000 }];

  expect(listenersOf(known, NOW_MS)).toBe(3);
  expect(known.map((edge) => isHere(edge, NOW_MS))).toEqual([true, false]);
});

test("an edge is forgotten a day after its last report", () => {
  const known = [taken()];
  const day = 24 * 60 * 60_000;

  expect(stillKnown(known, NOW_MS + day - 1)).toEqual(known);
  expect(stillKnown(known, NOW_MS + day)).toEqual([]);
});

test.each([-1, 1])(
  "when the wall clock is set by days, edges are neither away nor forgotten, and keep all their hours",
  (direction) => {
    const jumpMs = direction * 3 * 24 * 60 * 60_000;
    const edge = taken({ listenerSeconds: 60 });

    const known = stillKnown(afterJump([edge], jumpMs), NOW_MS + jumpMs);

    expect(known).toMatchObject([{ listenerSeconds: 60, sinceMs: NOW_MS + jumpMs }]);
    expect(listenersOf(known, NOW_MS + jumpMs)).toBe(3);
  },
);
