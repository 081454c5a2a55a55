/** A call's response size and duration. */
export interface MeasuredCall {
  /** `embedded` or `PostgreSQL`. */
  readonly database: string;
  /** Of the contract. */
  readonly path: string;
  /** The address, which may have ids and a query. */
  readonly call: string;
  readonly bytes: number;
  readonly p99Ms: number;
  /** How many responses were not 200. */
  readonly failed: number;
}

/** Time and size limit of every call: a page of a list, not the list. */
export const LIMIT_MS = 100;
export const LIMIT_KIB = 128;

/** Calls that may return more. None grows with the years or the library: each list has a maximum length. */
const largerKib: Readonly<Record<string, number>> = {
  // At most 1000 favourites, as tracks.
  "/api/favourites": 512,
  // The largest page allowed: 500 tracks.
  "/api/tracks": 256,
  // At most 500 entries.
  "/api/queue": 256,
  // At most 100 clocks of 60 slots.
  "/api/clocks": 512,
  // 2000 tracks; a playlist has no pages.
  "/api/playlists/:id/tracks": 2048,
  "/api/playlists/:id/export": 512,
  // The largest page allowed: 500 items.
  "/api/plan": 256,
  "/api/programme/coming": 256,
  // By the length of the track: 2 KiB per second.
  "/api/tracks/:id/waveform": 512,
  // The whole programme, and a year's spots, as files.
  "/api/programme/file": 4096,
  "/api/spots.csv": 8192,
  // At most 200 shows, 200 playlists and 1000 entries.
  "/api/programme/shows": 256,
  "/api/shows": 256,
  "/api/schedule": 512,
  "/api/schedule.ics": 512,
  "/api/schedule/entries": 512,
};

/** Calls that may take longer: they return a measurement, a file, a report over weeks or a year, or a long list. */
const longerMs: Readonly<Record<string, number>> = {
  "/api/system/doctor": 10_000,
  "/api/spots?from": 500,
  "/api/spots.csv": 2000,
  "/api/programme/analysis?span": 1000,
  "/api/programme/file": 2000,
  // Whole playlists, of 2000 tracks.
  "/api/playlists/:id/tracks": 250,
  "/api/playlists/:id/export": 250,
};

/** @returns violations and failures, as sentences */
export function overLimit(calls: readonly MeasuredCall[]): readonly string[] {
  return calls.flatMap(({ database, path, call, bytes, p99Ms, failed }) => {
    const mostKib = largerKib[path] ?? LIMIT_KIB;
    const mostMs = longerMs[call.split("=")[0] ?? ""] ?? longerMs[path] ?? LIMIT_MS;
    const kib = bytes / 1024;
    return [
      ...(failed === 0 ? [] : [`${call} (${database}) failed ${failed} times`]),
      ...(kib <= mostKib
        ? []
        : [`${call} (${database}) answered ${kib.toFixed(1)} KiB, and may answer ${mostKib}`]),
      ...(p99Ms <= mostMs
        ? []
        : [`${call} (${database}) took ${p99Ms.toFixed(1)} ms, and may take ${mostMs}`]),
    ];
  });
}
