import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import { createWatchedLog } from "@neonrelay/process/log";
import type { PartReport, RunningPart } from "@neonrelay/process/part";
import { mkdir } from "node:fs/promises";
import type { ServerConfig } from "./config/config.ts";
import { createKeptEvents } from "./events/kept-events.ts";
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
  return node === null || databaseUrl === null
    ? await startWholeServer(start, null)
    : await startNode(start, { ...node, databaseUrl });
}
