import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import * as z from "zod";
import { createRandom, wordOf } from "../packages/server/src/library/test-library.ts";
import { projectRoot } from "../scripts/stage.ts";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { loadAnswerSchema, type LoadAnswer, type LoadCommand } from "./api-load.ts";
import { messageOf } from "./api.ts";
import { measureImport } from "./library-import.ts";
import { measureScan } from "./library-scan.ts";
import type { BenchOptions, BenchResult } from "./main.ts";

/** A listener makes one call at a time. */
const CONNECTIONS = [1, 10] as const;
/** Leaves the slowest ten above the 99th percentile. */
const CALLS = 1000;
/** A single garbage collection pause decides the slowest hundredth of one round. */
const ROUNDS = 3;
const EMBEDDED_TRACKS = 100_000;
const FACETS = ["artists", "albums", "genres", "years", "kinds", "added"] as const;
const SORTS = "artist,title,added,album,genre,year,duration,bitrate".split(",");

const stationSchema = z.object({
  origin: z.string(),
  cookie: z.string(),
  groups: z.array(
    z.object({ facet: z.string(), name: z.string(), artist: z.nullable(z.string()) }),
  ),
});
type Station = z.infer<typeof stationSchema>;

/** Search and browsing in a large library on both databases, a scan of as many files, and an import of some. */
export async function benchLibrary({ tracks, files, songs }: BenchOptions): Promise<BenchResult> {
  const rows: BenchResult["rows"][number][] = [];
  if (files > 0) rows.push(...(await measureScan(files)));
  if (songs > 0) rows.push(await measureImport(songs));
  if (tracks > 0) {
    await using postgres = await startTestPostgres();
    rows.push(...(await measure("PostgreSQL", { tracks, databaseUrl: postgres.url })));
    const few = Math.min(tracks, EMBEDDED_TRACKS);
    rows.push(...(await measure("embedded", { tracks: few, databaseUrl: undefined })));
  }
  return {
    rows,
    aim: "aim: p99 at most 30 ms at one connection and 100 ms at ten with 1,000,000 tracks on PostgreSQL; 50 ms at ten with 100,000 embedded; a look at 1,000,000 files in 20 min and 300 MB more memory; an import at least 0.9 as fast as FFmpeg alone, without a late block",
    broken: [],
  };
}

async function measure(
  engine: string,
  { tracks, databaseUrl }: { readonly tracks: number; readonly databaseUrl: string | undefined },
) {
  const server = fork(path.join(projectRoot, "bench/library-station.ts"), [String(tracks)], {
    env: { ...process.env, ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }) },
  });
  const load = fork(path.join(projectRoot, "bench/api-load.ts"));
  try {
    const station = stationSchema.parse(await messageOf(server));
    const rows = [];
    for (const [what, paths] of pathsOf(station, tracks)) {
      await run(load, station, { connections: 1, paths: paths.slice(0, CALLS / 10) });
      for (const connections of CONNECTIONS) {
        const found: LoadAnswer[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          found.push(await run(load, station, { connections, paths }));
        const row = {
          database: engine,
          tracks,
          what,
          connections,
          "p50 ms": found.map(({ p50Ms }) => rounded(p50Ms)),
          "p99 ms": found.map(({ p99Ms }) => rounded(p99Ms)),
          failed: found.reduce((sum, { failed }) => sum + failed, 0),
        };
        console.log(Object.values(row).join("  "));
        rows.push(row);
      }
    }
    return rows;
  } finally {
    load.disconnect();
    if (server.connected) {
      server.disconnect();
      await new Promise((resolve) => server.once("exit", resolve));
    }
  }
}

function pathsOf({ groups }: Station, tracks: number) {
  const random = createRandom(17);
  const below = (limit: number): number => Math.floor(random() * limit);
  const any = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("there is nothing to choose from");
    return item;
  };
  const many = (pathOf: () => string) => Array.from({ length: CALLS }, pathOf);
  const tracksOf = (facet: string): string => {
    const { name, artist } = any(groups.filter((group) => group.facet === facet));
    const search = new URLSearchParams({ [facet]: name, limit: "100" });
    if (artist !== null) search.set("albumArtist", artist);
    return `/api/tracks?${search}`;
  };
  const word = () => encodeURIComponent(wordOf(below(random() < 0.5 ? 300 : 6000)));
  return [
    ["search", many(() => `/api/tracks/search?q=${word()}`)],
    ["artists, albums, genres…", many(() => `/api/library/${any(FACETS)}?limit=100`)],
    [
      "artists and albums from anywhere",
      many(() =>
        random() < 0.5
          ? `/api/library/artists?offset=${below(tracks / 60)}`
          : `/api/library/albums?offset=${below(tracks / 15)}`,
      ),
    ],
    [
      "artists and albums by part of a name",
      many(() => `/api/library/${any(["artists", "albums"])}?q=${word()}`),
    ],
    ["letters", many(() => `/api/library/letters?of=${any(["artist", "album", "genre"])}`)],
    [
      "tracks by every column, first page",
      many(
        () => `/api/tracks?limit=100&sort=${any(SORTS)}&order=${any(["ascending", "descending"])}`,
      ),
    ],
    ["tracks of an artist", many(() => tracksOf("artist"))],
    ["tracks of an album", many(() => tracksOf("album"))],
    ["tracks of a genre", many(() => tracksOf("genre"))],
    ["tracks of a year", many(() => tracksOf("year"))],
    ["tracks of a month", many(() => tracksOf("added"))],
    ["tracks from anywhere", many(() => `/api/tracks?limit=100&offset=${below(tracks)}`)],
  ] as const;
}

async function run(
  load: ChildProcess,
  { origin, cookie }: Station,
  { connections, paths }: { readonly connections: number; readonly paths: readonly string[] },
) {
  const calls = paths.map((target) => ({ method: "GET", path: target }));
  const command: LoadCommand = { origin, cookie, connections, calls };
  load.send(command);
  return loadAnswerSchema.parse(await messageOf(load));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
