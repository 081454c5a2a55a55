/** What a call answered, and how long it took. */
export interface MeasuredCall {
  /** `embedded` or `PostgreSQL`. */
  readonly database: string;
  readonly call: string;
  readonly bytes: number;
  readonly p99Ms: number;
}

/** Each call answers within this time, and with this much at most: a page of a list, not the list. */
export const LIMIT_MS = 100;
export const LIMIT_KIB = 128;

/** Calls that may answer more. None of them grows with the years or with the library: each list has a largest length. */
const largerKib: Readonly<Record<string, number>> = {
  // At most 1000 favourites, as tracks.
  "/api/favourites": 512,
  // The largest page that may be asked for: 500 tracks.
  "/api/tracks": 256,
  // At most 100 clocks of 60 slots.
  "/api/clocks": 512,
  // At most 200 shows, 200 playlists and 1000 entries.
  "/api/programme/shows": 256,
  "/api/shows": 256,
  "/api/schedule": 512,
  "/api/schedule/entries": 512,
};

/** Calls that may take longer: what they answer is a measurement, or a report over a year, and no page waits for it. */
const longerMs: Readonly<Record<string, number>> = {
  "/api/system/doctor": 10_000,
  "/api/spots?from": 500,
};

/** A file, or an answer for a machine, that holds everything by its nature. */
export const wholeFiles: ReadonlySet<string> = new Set([
  "/api/programme/file",
  "/api/system/config",
]);

/** @param calls of which the address may have a query @returns what is over its limit, as sentences */
export function overLimit(calls: readonly MeasuredCall[]): readonly string[] {
  return calls.flatMap(({ database, call, bytes, p99Ms }) => {
    const mostKib = largerKib[call.split("?")[0] ?? ""] ?? LIMIT_KIB;
    const mostMs = longerMs[call.split("=")[0] ?? ""] ?? LIMIT_MS;
    const kib = bytes / 1024;
    return [
      ...(kib <= mostKib
        ? []
        : [`${call} (${database}) answered ${kib.toFixed(1)} KiB, and may answer ${mostKib}`]),
      ...(p99Ms <= mostMs
        ? []
        : [`${call} (${database}) took ${p99Ms.toFixed(1)} ms, and may take ${mostMs}`]),
    ];
  });
}
