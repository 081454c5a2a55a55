import { EvenClock } from "@neonrelay/process/even-clock";
import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { tidyWaveforms } from "./cues/tidy-waveforms.ts";
import { tidyCovers } from "./tidy-covers.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Removes unused waveforms and covers on the first call and then once a day. */
export function createDailyTidy({
  database,
  dataDir,
  log,
}: {
  readonly database: Database;
  readonly dataDir: string;
  readonly log: Logger;
}): () => Promise<void> {
  const clock = new EvenClock();
  let tidiedAtMs = -Infinity;
  return async () => {
    const nowMs = clock.nowMs();
    if (nowMs === null || Math.abs(nowMs - tidiedAtMs) < DAY_MS) return;
    tidiedAtMs = nowMs;
    await tidyWaveforms(database.connection, dataDir);
    const covers = await tidyCovers(database.connection, { dataDir, nowMs });
    if (covers > 0) log.info({ covers }, "unused covers removed");
  };
}
