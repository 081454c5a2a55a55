import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EDGE_PROTOCOL_VERSION, type EdgeReport } from "./edge-protocol.ts";
import { decideReport, type KnownEdge, stillKnown } from "./edge-roll-rules.ts";
import { addTime, agree, sumOf, sumToReport, timeAtStart } from "./listened-time.ts";

const TWO_DAYS_MS = 2 * 24 * 60 * 60_000;

test("nothing is reported before the master says what it knows", () => {
  const time = addTime(timeAtStart(100), 60);

  expect(sumToReport(time)).toBeNull();
  expect(sumToReport(agree(time, 0))).toBe(160);
});

test("an edge whose disk lost its last moments continues from the master's sum", () => {
  const time = agree(addTime(timeAtStart(100), 60), 130);

  expect(sumToReport(time)).toBe(190);
});

test("once the master knows this run's hours, they are not added again", () => {
  const time = addTime(agree(timeAtStart(100), 100), 60);

  expect(sumToReport(agree(time, 160))).toBe(160);
});

/** What can happen to an edge and its master, with minutes in which so many listeners listened. */
const event = fc.oneof(
  fc.record({ kind: fc.constant("listened"), seconds: fc.integer({ min: 1, max: 6000 }) }),
  fc.record({
    kind: fc.constantFrom(
      "reported",
      "answer lost",
      "reported again",
      "edge restarted",
      "master's folder put back",
      "two days away",
    ),
  }),
);
const folderPutBack = fc.record({ kind: fc.constant("edge's folder put back") });
type Event = { readonly kind: string; readonly seconds?: number };

/** An edge and its master, as far as the hours go. */
class Pair {
  listenedSeconds = 0;
  #time = timeAtStart(0);
  #known: readonly KnownEdge[] = [];
  #nowMs = 0;
  #last = this.#report;

  get countedSeconds(): number {
    return this.#known[0]?.listenerSeconds ?? 0;
  }

  befall({ kind, seconds = 0 }: Event): void {
    this.#nowMs += 60_000;
    if (kind === "listened") {
      this.listenedSeconds += seconds;
      this.#time = addTime(this.#time, seconds);
    }
    if (kind === "reported") this.#time = agree(this.#time, this.#arrive(this.#report));
    if (kind === "answer lost") this.#arrive(this.#report);
    if (kind === "reported again") this.#arrive(this.#last);
    if (kind === "edge restarted") this.#time = timeAtStart(sumOf(this.#time));
    if (kind === "edge's folder put back") this.#time = timeAtStart(sumOf(this.#time) / 2);
    if (kind === "master's folder put back")
      this.#known = this.#known.map((edge) => ({
        ...edge,
        listenerSeconds: edge.listenerSeconds / 2,
      }));
    if (kind === "two days away") this.#nowMs += TWO_DAYS_MS;
  }

  get #report(): EdgeReport {
    return {
      protocol: EDGE_PROTOCOL_VERSION,
      id: "00000000-0000-4000-8000-000000000001",
      name: "paris",
      startedAtMs: 0,
      publicUrl: null,
      weight: 10,
      listeners: 0,
      state: "carrying",
      loops: {},
      lagMs: null,
      sessions: [],
      listenerSeconds: sumToReport(this.#time),
      ledger: null,
    };
  }

  /** @returns the master's answer */
  #arrive(report: EdgeReport): number {
    const known = stillKnown(this.#known, this.#nowMs);
    const decision = decideReport({ report, known, nowMs: this.#nowMs });
    if (decision.kind !== "taken") throw new Error(decision.kind);
    this.#known = [decision.edge];
    this.#last = report;
    return decision.edge.listenerSeconds;
  }
}

test("[S111] whatever happens to an edge and its master, every hour counts once when it reports again", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const pair = new Pair();

      for (const each of [...events, { kind: "reported" }, { kind: "reported" }]) pair.befall(each);

      expect(pair.countedSeconds).toBe(pair.listenedSeconds);
    }),
  );
});

test("[S111] an edge with an old copy of its folder counts no hour twice", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(event, folderPutBack), { maxLength: 60 }), (events) => {
      const pair = new Pair();
      for (const each of events) {
        pair.befall(each);

        expect(pair.countedSeconds).toBeLessThanOrEqual(pair.listenedSeconds);
      }
    }),
  );
});
