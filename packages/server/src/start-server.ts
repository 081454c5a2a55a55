import { isDiskFull } from "@neonrelay/process/disk-full";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import { createWatchedLog } from "@neonrelay/process/log";
import { StartUpError, type PartReport, type RunningPart } from "@neonrelay/process/part";
import { mkdir } from "node:fs/promises";
import { waitToStart } from "./api/unavailable-server.ts";
import type { ServerConfig } from "./config/config.ts";
import { createKeptEvents } from "./events/kept-events.ts";
import { requestLimits } from "./http-kit/request-limits.ts";
import { startNode } from "./start-node.ts";
import { startWholeServer } from "./start-whole-server.ts";

/** Warnings and errors of the log that wait for the database at the start. */
const MAX_EARLY_LINES = 500;

/**
 * Starts the process server: the station's only one, or a node of several, which waits for its turn.
 * @throws StartUpError in one sentence for people
 */
export async function startServer(
  config: ServerConfig,
  report: (report: PartReport) => void,
  channel: LauncherChannel | null,
): Promise<RunningPart> {
  const lines = createKeptEvents<string>({ keep: MAX_EARLY_LINES });
  const log = createWatchedLog(lines.publish, { part: "server", level: config.logLevel });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const start = { config, report, channel, lines, log };
  const { node, databaseUrl } = config;
  if (node !== null && databaseUrl !== null)
    return await startNode(start, { ...node, databaseUrl });
  try {
    return await startWholeServer(start, null);
  } catch (cause) {
    const { retryStartMs: retryMs, dataDir } = config;
    const error = startUpErrorOf(cause, dataDir);
    if (retryMs === null) throw error;
    if (!(error instanceof StartUpError)) console.error(error);
    const reason = error instanceof Error ? error.message : String(error);
    return await waitToStart({ ...start, reason, retryMs, limits: requestLimits });
  }
}

/** In words what any file of the station may meet. */
function startUpErrorOf(cause: unknown, dataDir: string): unknown {
  if (cause instanceof StartUpError || !isDiskFull(cause)) return cause;
  return new StartUpError(
    `The disk with ${dataDir} can't be written: the disk is full. Free some space`,
    {
      cause,
    },
  );
}
