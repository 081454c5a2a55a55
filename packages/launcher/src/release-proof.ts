import type { Logger } from "@neonrelay/process/log";
import { askStatus, servesMp3 } from "@neonrelay/process/station-probe";
import { setTimeout as delay } from "node:timers/promises";
import { findHarm, type StationCheck } from "./release-rules.ts";

/** Time for a station to become healthy, in ms; it starts with an empty buffer and a library to scan. */
const usualTiming = { limitMs: 60_000, checkIntervalMs: 1000 };
const CHECK_LIMIT_MS = 5000;

/** The station's addresses on this machine, without trailing slashes. */
export interface StationUrls {
  readonly web: string;
  readonly stream: string;
}

/** Checks a station from outside: its health, which covers database, disk and music, and its stream. */
export async function checkStation({ web, stream }: StationUrls): Promise<StationCheck> {
  const limit = { limitMs: CHECK_LIMIT_MS };
  const [health, isHeard] = await Promise.all([
    askStatus(`${web}/api/health`, limit),
    servesMp3(`${stream}/stream.mp3`, limit),
  ]);
  return { health, isHeard };
}

/** Logs whether the station is healthy on data that another version wrote last. */
export async function proveOnOtherData({
  former,
  program,
  urls,
  log,
  signal,
  timing = usualTiming,
}: {
  /** The versions that wrote the data, in words. */
  readonly former: string;
  readonly program: string;
  readonly urls: StationUrls;
  readonly log: Logger;
  /** Cancels the check. */
  readonly signal: AbortSignal;
  /** Shorter in tests. */
  readonly timing?: typeof usualTiming;
}): Promise<void> {
  const deadlineMs = performance.now() + timing.limitMs;
  let harm: string | null;
  for (;;) {
    harm = findHarm({ health: 200, isHeard: true }, await checkStation(urls));
    if (harm === null || performance.now() > deadlineMs || signal.aborted) break;
    await delay(timing.checkIntervalMs, undefined, { signal }).catch(() => {}); // the loop checks the signal
  }
  if (signal.aborted) return;
  if (harm === null)
    return log.info({ former, program }, "this version took over the data: healthy and heard");
  log.error(
    { former, program, harm },
    "this version took over the data and is not healthy: if the doctor finds no other cause, go back to the version before with the backup in DATA_DIR/backups",
  );
}
