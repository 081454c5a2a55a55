import { listenerCases, listenerRow, type ListenerCase } from "./listener-cases.ts";
import { valuesAt } from "./page-tables.ts";
import { spreadOf } from "./result-rules.ts";
import type { StoredResult } from "./stored-result.ts";

/** A few thousand are enough for a benchmark's parts. */
const SWEEPS = 20_000;

/** The components of on-air's CPU time, in the order of {@link workOf}. */
export interface DeliveryCost {
  /** Per process, whatever its crowd, in cores. */
  readonly processCores: number;
  /** CPU seconds per listener and second, at any bitrate. */
  readonly perListener: number;
  /** CPU seconds per gigabit delivered. */
  readonly perGigabit: number;
  /** Extra CPU seconds per second for a listener with ICY titles; 0 if not measured. */
  readonly perTitles: number;
}

/** The listeners of one process. */
interface Crowd {
  readonly listeners: number;
  readonly wantsTitles: boolean;
  /** Total delivered to them. */
  readonly gbps: number;
}

export interface MeasuredCrowd extends ListenerCase, Crowd {
  readonly cores: number;
}

/** Crowds in the results, with the medians of their rounds. */
export function measuredCrowds(results: readonly StoredResult[]): readonly MeasuredCrowd[] {
  return listenerCases.flatMap((each) => {
    const percents = valuesAt(results, {
      bench: "listeners",
      what: listenerRow(each, "CPU, % of a core"),
      figure: "neonrelay",
    });
    const megabits = valuesAt(results, {
      bench: "listeners",
      what: listenerRow(each, "delivered, Mbit/s"),
      figure: "neonrelay",
    });
    if (percents === null || megabits === null) return [];
    const [cores, gbps] = [spreadOf(percents).median / 100, spreadOf(megabits).median / 1000];
    return cores > 0 ? [{ ...each, cores, gbps }] : [];
  });
}

/**
 * Fits the cost to the crowds: least squares of the relative differences, no part below 0.
 * @returns null when the crowds can't separate the parts: that takes two sizes and two bitrates, three crowds in all
 */
export function deliveryCostOf(crowds: readonly MeasuredCrowd[]): DeliveryCost | null {
  if (!areApart(crowds)) return null;
  const rows = crowds.map((crowd) => workOf(crowd).map((work) => work / crowd.cores));
  const [processCores = 0, perListener = 0, perGigabit = 0, perTitles = 0] = nearestCosts(rows);
  return { processCores, perListener, perGigabit, perTitles };
}

/** Cores used by one process with this crowd, by part. */
export function partsOf(cost: DeliveryCost, crowd: Crowd) {
  const [one, listeners, gbps, titles] = workOf(crowd);
  return {
    process: one * cost.processCores,
    listeners: listeners * cost.perListener,
    gigabits: gbps * cost.perGigabit,
    titles: titles * cost.perTitles,
  };
}

/** Cores used by one process with this crowd. */
export function coresOf(cost: DeliveryCost, crowd: Crowd): number {
  const { process, listeners, gigabits, titles } = partsOf(cost, crowd);
  return process + listeners + gigabits + titles;
}

type Work = readonly [number, number, number, number];

function workOf({ listeners, wantsTitles, gbps }: Crowd): Work {
  return [1, listeners, gbps, wantsTitles ? listeners : 0];
}

/** Whether the listeners and bits of three crowds are not on a line. */
function areApart([first, ...others]: readonly ListenerCase[]): boolean {
  if (first === undefined) return false;
  const bits = ({ listeners, bitrateKbps }: ListenerCase): number => listeners * bitrateKbps;
  const fromFirst = others.map((crowd) => ({
    listeners: crowd.listeners - first.listeners,
    bits: bits(crowd) - bits(first),
  }));
  return fromFirst.some((one) =>
    fromFirst.some((other) => one.listeners * other.bits !== other.listeners * one.bits),
  );
}

/** Coefficients that bring the rows closest to 1, by coordinate descent until none changes. */
function nearestCosts(rows: readonly (readonly number[])[]): readonly number[] {
  const costs = [0, 0, 0, 0];
  for (let sweep = 0; sweep < SWEEPS; sweep += 1)
    for (const column of costs.keys()) {
      let [wanted, size] = [0, 0];
      for (const row of rows) {
        const work = row[column] ?? 0;
        const others = row.reduce(
          (sum, each, at) => (at === column ? sum : sum + each * (costs[at] ?? 0)),
          0,
        );
        wanted += work * (1 - others);
        size += work * work;
      }
      costs[column] = size === 0 ? 0 : Math.max(0, wanted / size);
    }
  return costs;
}
