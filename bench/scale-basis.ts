import { valuesAt } from "./page-tables.ts";
import { shownNumber, spreadOf } from "./result-rules.ts";
import type { StoredResult } from "./stored-result.ts";

export const BITRATE_KBPS = 128;
/** Of a core or a line, what is to be used at most: the rest is for the evening when all come. */
export const USED_SHARE = 0.7;
export const LINE_GBPS = 10;
/** Of the machine that the page calculates with. */
export const MACHINE_CORES = 4;
/** An example, for the reader to replace. */
export const examplePrices = {
  /** Of a gigabyte that leaves a machine, and a CDN. */
  gigabyte: 0.01,
  cdnGigabyte: 0.02,
  /** Of a machine with such a line, for a month. */
  machine: 200,
} as const;
const NOT_MEASURED = "not measured";

/** What of the results the page needs; null: not measured. */
export interface Basis {
  /** Listeners of {@link BITRATE_KBPS} that a core of on-air carries. */
  readonly listenersPerCore: number | null;
  /** The same of nginx with segments of HLS. */
  readonly playersPerCore: number | null;
  /** What nginx asked of on-air, requests a second. */
  readonly originRequests: number | null;
  /** Chat messages to one socket each that a core of the server sends in a second. */
  readonly framesPerCore: number | null;
  /** The same of the IRC server, lines to one client each. */
  readonly linesPerCore: number | null;
  /** The same of InspIRCd, as a server of an IRC network. */
  readonly networkLinesPerCore: number | null;
  readonly idleMib: number | null;
}

export function basisOf(results: readonly StoredResult[]): Basis {
  const at = (bench: string, what: string, figure: string): number | null => {
    const values = valuesAt(results, { bench, what, figure });
    return values === null ? null : spreadOf(values).median;
  };
  const perGigabit = at(
    "listeners",
    "4000 listeners at 192 kbit/s: CPU per delivered Gbit, s",
    "neonrelay",
  );
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
    listenersPerCore: orNull(perGigabit, (cpu) => (USED_SHARE / cpu) * (1e6 / BITRATE_KBPS)),
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

export function orNull<Value>(value: number | null, found: (value: number) => Value): Value | null {
  return value === null ? null : found(value);
}

export function orWord(value: number | null): string {
  return value === null ? NOT_MEASURED : shownNumber(value);
}

/** Two digits: more would say that we know more than we do. */
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
