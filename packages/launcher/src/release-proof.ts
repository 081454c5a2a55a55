import type { Logger } from "@neonrelay/process/log";
import { askStatus, hearsMp3 } from "@neonrelay/process/station-probe";
import { setTimeout as delay } from "node:timers/promises";
import { findHarm, type Look } from "./release-rules.ts";

/** How long a station may take until it is well, in ms; it starts with an empty buffer and a library to look through. */
const usualTiming = { limitMs: 60_000, lookEveryMs: 1000 };
const LOOK_LIMIT_MS = 5000;

/** Where a station is reached on this machine, without trailing slashes. */
export interface StationUrls {
  readonly web: string;
  readonly stream: string;
}

/** Looks at a station like someone outside: its health, which covers database, disk and music, and its stream. */
export async function lookAtStation({ web, stream }: StationUrls): Promise<Look> {
  const limit = { limitMs: LOOK_LIMIT_MS };
  const [health, isHeard] = await Promise.all([
    askStatus(`${web}/api/health`, limit),
    hearsMp3(`${stream}/stream.mp3`, limit),
  ]);
  return { health, isHeard };
}

/** Says in the log whether a station is well on data that another version wrote last. */
export async function proveOnOtherData({
  former,
  program,
  urls,
  log,
  signal,
  timing = usualTiming,
}: {
  /** Which programs, in words. */
  readonly former: string;
  readonly program: string;
  readonly urls: StationUrls;
  readonly log: Logger;
  /** Ends the proof. */
  readonly signal: AbortSignal;
  /** Tests have less time. */
  readonly timing?: typeof usualTiming;
}): Promise<void> {
  const deadlineMs = performance.now() + timing.limitMs;
  let harm: string | null;
  for (;;) {
    harm = findHarm({ health: 200, isHeard: true }, await lookAtStation(urls));
    if (harm === null || performance.now() > deadlineMs || signal.aborted) break;
    await delay(timing.lookEveryMs, undefined, { signal }).catch(() => {}); // looked at above
  }
  if (signal.aborted) return;
  if (harm === null)
    return log.info({ former, program }, "this version took over the data: healthy and heard");
  log.error(
    { former, program, harm },
    "this version took over the data and is not well: if the doctor finds no other cause, go back to the version before with the backup in DATA_DIR/backups",
  );
}
