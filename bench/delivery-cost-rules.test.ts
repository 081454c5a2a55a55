import { expect, test } from "vitest";
import {
  coresOf,
  deliveryCostOf,
  measuredCrowds,
  partsOf,
  type DeliveryCost,
  type MeasuredCrowd,
} from "./delivery-cost-rules.ts";
import { listenerCases, listenerRow, type ListenerCase } from "./listener-cases.ts";
import type { StoredResult } from "./stored-result.ts";

const cost: DeliveryCost = {
  processCores: 0.02,
  perListener: 6e-6,
  perGigabit: 0.03,
  perTitles: 2e-6,
};

/** The benchmark result if on-air had exactly these costs. */
function crowdAt(each: ListenerCase, costs: DeliveryCost): MeasuredCrowd {
  const gbps = (each.listeners * each.bitrateKbps) / 1e6;
  return { ...each, gbps, cores: coresOf(costs, { ...each, gbps }) };
}

function crowdsAt(costs: DeliveryCost): readonly MeasuredCrowd[] {
  return listenerCases.map((each) => crowdAt(each, costs));
}

test("the fit recovers the exact parts of a synthetic cost", () => {
  const found = deliveryCostOf(crowdsAt(cost));

  expect(found?.processCores).toBeCloseTo(cost.processCores, 8);
  expect(found?.perListener).toBeCloseTo(cost.perListener, 12);
  expect(found?.perGigabit).toBeCloseTo(cost.perGigabit, 8);
  expect(found?.perTitles).toBeCloseTo(cost.perTitles, 12);
});

test("titles that no crowd had cost nothing, and the other parts are found", () => {
  const found = deliveryCostOf(crowdsAt(cost).filter(({ wantsTitles }) => !wantsTitles));

  expect(found?.perTitles).toBe(0);
  expect(found?.perListener).toBeCloseTo(cost.perListener, 12);
});

test("no part is negative", () => {
  const found = deliveryCostOf(crowdsAt({ ...cost, perGigabit: -0.01 }));

  expect(found?.perGigabit).toBe(0);
  expect(found?.perListener).toBeGreaterThan(0);
});

test("differences count relative to the measured value", () => {
  const crowds = crowdsAt(cost);
  const doubled = crowds.map((crowd) => ({ ...crowd, cores: crowd.cores * 2 }));

  // (c - 1)² + (c / 2 - 1)² is least at 1.2; by cores it would be 1.5.
  expect(deliveryCostOf([...crowds, ...doubled])?.processCores).toBeCloseTo(
    1.2 * cost.processCores,
    8,
  );
});

test("crowds of one bitrate, or fewer than three, can't separate the parts", () => {
  const all = crowdsAt(cost);
  const ofOne = all.filter(({ bitrateKbps }) => bitrateKbps === 192);
  const two = all.filter(({ listeners }) => listeners === 4000 || listeners === 10_000);

  expect([[], ofOne, two].map(deliveryCostOf)).toEqual([null, null, null]);
});

test("a crowd's parts add up to its cost", () => {
  const crowd = { listeners: 1000, wantsTitles: true, gbps: 0.2 };

  const { process, listeners, gigabits, titles } = partsOf(cost, crowd);

  expect([process, listeners, gigabits, titles]).toEqual([0.02, 0.006, 0.006, 0.002]);
  expect(coresOf(cost, crowd)).toBeCloseTo(0.034, 12);
});

test("a crowd needs both its CPU and its delivery in the results, and uses the median of its rounds", () => {
  const [first, second] = listenerCases;
  const rows = [first, second].flatMap((each) =>
    each === undefined
      ? []
      : [{ what: listenerRow(each, "CPU, % of a core"), figures: { neonrelay: [1, 3, 2] } }],
  );
  const result: StoredResult = {
    bench: "listeners",
    command: "",
    machine: { cores: 2, memoryGib: 8, system: "Linux", nodeMajor: 24 },
    aim: "",
    broken: [],
    rows: [
      ...rows,
      { what: "1000 listeners at 192 kbit/s: delivered, Mbit/s", figures: { neonrelay: [190] } },
    ],
  };

  expect(measuredCrowds([result])).toEqual([{ ...first, cores: 0.02, gbps: 0.19 }]);
});
