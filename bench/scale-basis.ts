import {
  deliveryCostOf,
  measuredCrowds,
  type DeliveryCost,
  type MeasuredCrowd,
} from "./delivery-cost-rules.ts";
import { crowdName, listenerCases, listenerRow } from "./listener-cases.ts";
import { valuesAt } from "./page-tables.ts";
import { shownNumber, spreadOf } from "./result-rules.ts";
import type { StoredResult } from "./stored-result.ts";

/** Listeners in the tables. */
export const sizes = [1000, 10_000, 100_000, 1_000_000] as const;
export const BITRATE_KBPS = 128;
/** Maximum use of a core or line: the rest is for the busiest evening. */
export const USED_SHARE = 0.7;
export const LINE_GBPS = 10;
/** Upper limit of _Max Listeners_, for the station and for each edge. */
export const LISTENERS_PER_EDGE = 5000;
/** Of the page's example machine. */
export const MACHINE_CORES = 4;
/** An example, for the reader to replace. */
export const examplePrices = {
  /** Per gigabyte of outgoing traffic, from a machine and from a CDN. */
  gigabyte: 0.01,
  cdnGigabyte: 0.02,
  /** Per month for a machine with such a line. */
  machine: 200,
} as const;
export const NOT_MEASURED = "not measured";

/** Results used by the page; null: not measured. */
export interface Basis {
  /** Of on-air, and of an edge, which is the same process without an engine. */
  readonly delivery: DeliveryCost | null;
  /** Source of {@link Basis.delivery}. */
  readonly crowds: readonly MeasuredCrowd[];
  /** Resident memory of on-air with the largest crowd an edge may have. */
  readonly edgeMemory: { readonly mib: number; readonly crowd: string } | null;
  /** CPU of on-air with one listener, % of a core. */
  readonly quietPercent: number | null;
  /** HLS listeners at {@link BITRATE_KBPS} per core of nginx. */
  readonly playersPerCore: number | null;
  /** nginx's playlist requests to on-air per second. */
  readonly originRequests: number | null;
  /** Chat messages to one socket each, per core of the server and second. */
  readonly framesPerCore: number | null;
  /** The same for the IRC server, lines to one client each. */
  readonly linesPerCore: number | null;
  /** The same for InspIRCd, as a server of an IRC network. */
  readonly networkLinesPerCore: number | null;
  readonly idleMib: number | null;
}

export function basisOf(results: readonly StoredResult[]): Basis {
  const at: MedianAt = (bench, what, figure) => {
    const values = valuesAt(results, { bench, what, figure });
    return values === null ? null : spreadOf(values).median;
  };
  const crowds = measuredCrowds(results);
  const nginxCpu = at("hls", "nginx CPU, % of a core", "value");
  const nginxMbps = at("hls", "delivered, Mbit/s", "value");
  const serverCpu = at(
    "socket",
    "10000 sockets, 10 messages a second: server CPU, % of a core",
    "value",
  );
  const linesOf = (server: string): number | null =>
    orNull(
      at("irc-servers", server, "CPU per line delivered, us"),
      (us) => (USED_SHARE * 1e6) / us,
    );
  return {
    delivery: deliveryCostOf(crowds),
    crowds,
    edgeMemory: edgeMemoryOf(at),
    quietPercent: at("memory", "embedded, packages/on-air", "CPU with one listener, % of a core"),
    playersPerCore: orNull(nginxCpu, (cpu) =>
      orNull(nginxMbps, (mbps) => ((USED_SHARE * 100) / cpu) * ((mbps * 1000) / BITRATE_KBPS)),
    ),
    originRequests: at("hls", "on-air: requests for the playlist, a second", "value"),
    framesPerCore: orNull(serverCpu, (cpu) => (USED_SHARE * 100 * 100_000) / cpu),
    linesPerCore: linesOf("embedded"),
    networkLinesPerCore: linesOf("inspircd"),
    idleMib: at("memory", "embedded, all", "memory, MiB"),
  };
}

type MedianAt = (bench: string, what: string, figure: string) => number | null;

function edgeMemoryOf(at: MedianAt): Basis["edgeMemory"] {
  const found = listenerCases
    .filter(({ listeners, wantsTitles }) => listeners <= LISTENERS_PER_EDGE && !wantsTitles)
    .toSorted((one, other) => other.listeners - one.listeners)
    .flatMap((each) => {
      const mib = at("listeners", listenerRow(each, "memory, MiB"), "neonrelay");
      return mib === null ? [] : [{ mib, crowd: crowdName(each) }];
    });
  return found[0] ?? null;
}

export function orNull<Found, Value>(
  value: Found | null,
  found: (value: Found) => Value,
): Value | null {
  return value === null ? null : found(value);
}

export function orWord(value: number | null): string {
  return value === null ? NOT_MEASURED : shownNumber(value);
}

/** Two digits: more would claim more than we know. */
export function roundedDown(value: number | null): string {
  return value === null ? NOT_MEASURED : shownNumber(twoDigits(value));
}

export function twoDigits(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / unit) * unit;
}

/** @param each null: not measured */
export function needed(all: number, each: number | null): string {
  return each === null ? NOT_MEASURED : shownNumber(Math.ceil(all / each));
}
