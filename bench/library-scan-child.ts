import { monitorEventLoopDelay } from "node:perf_hooks";
import { setInterval } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { engineInDataFolder } from "../packages/server/src/database/test-database.ts";
import type { FileList } from "../packages/server/src/library/file-list.ts";
import { scanFolders } from "../packages/server/src/library/scan-folders.ts";

const ROWS_AT_ONCE = 500;
const SAMPLE_MS = 50;

// Scans a folder twice: with no file known, and with all known.
const folder = process.argv[2] ?? "";
const opened = await engineInDataFolder.open();
const { connection } = opened.database;
const first = await measured("all files new");
await remember(first.toRead);
const second = await measured("all files known");
if (second.toRead.length > 0 || second.gone.length > 0)
  throw new Error(`${second.toRead.length} known files were taken for new`);
process.send?.([first.figures, second.figures]);
await opened[Symbol.asyncDispose]();
process.disconnect();

async function measured(what: string) {
  globalThis.gc?.();
  const beforeBytes = process.memoryUsage().rss;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const ending = new AbortController();
  const highest = highestMemory(ending.signal);
  const beganMs = performance.now();
  const { toRead, gone } = await scanFolders(connection, {
    roots: [folder],
    mayBeEmpty: "",
    unmounted: [],
    leftOutFormats: [],
    isNewCover: () => false,
    leastMs: 0,
    signal: ending.signal,
  });
  const seconds = (performance.now() - beganMs) / 1000;
  ending.abort();
  const moreMib = ((await highest) - beforeBytes) / 1024 ** 2;
  const figures = { what, seconds, moreMib, longestMs: delay.max / 1e6 };
  return { figures, toRead, gone };
}

async function highestMemory(signal: AbortSignal): Promise<number> {
  let bytes = 0;
  try {
    for await (const _ of setInterval(SAMPLE_MS, undefined, { signal }))
      bytes = Math.max(bytes, process.memoryUsage().rss);
  } catch {
    // The scan has ended.
  }
  return bytes;
}

async function remember(files: FileList): Promise<void> {
  for (let begin = 0; begin < files.length; begin += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, files.length - begin) }, (_, index) =>
      files.at(begin + index),
    );
    await connection.execute(sql`
      insert into tracks (id, path, title, artist, artists, artist_keys, album_artists, codec, sample_rate_hz, channels, duration_ms,
        analysis_version, size_bytes, modified_at_ms, sort_key, search_text)
      select gen_random_uuid(), path, 'a', 'b', array['b'], array['b'], '{}', 'mp3', 44100, 2, 1000, 1000, size, time, 'a', 'b'
      from unnest(${sql.param(rows.map((file) => file.path))}::text[],
        ${sql.param(rows.map((file) => file.sizeBytes))}::bigint[],
        ${sql.param(rows.map((file) => file.modifiedAtMs))}::double precision[]) as file (path, size, time)`);
  }
}
