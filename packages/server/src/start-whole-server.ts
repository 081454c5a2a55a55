import { type PartReport, type RunningPart } from "@neonrelay/process/part";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import { createWatchedLog, type Logger } from "@neonrelay/process/log";
import { mkdir } from "node:fs/promises";
import { listen } from "./api/listen.ts";
import { waitForDatabase, type WaitingPart } from "./api/wait-for-database.ts";
import { ControlServer } from "./cli/control-server.ts";
import type { ServerConfig } from "./config/config.ts";
import { isDatabaseAway } from "./database/database-failures.ts";
import { createKeptEvents } from "./events/kept-events.ts";
import { createStationEvents } from "./events/station-events.ts";
import { requestLimits } from "./http-kit/request-limits.ts";
import { ircOff } from "./irc/irc-off.ts";
import { mediaConfinement } from "./media/media-confinement.ts";
import { mediaDefaults } from "./media/media-runner.ts";
import { removeUnfinishedOrigins } from "./moving-in/origin-place.ts";
import { startPlayingOrWait } from "./radio/station-start.ts";
import { makeServerParts } from "./server-parts.ts";
import { warnOfGuests } from "./settings/exposure-rules.ts";
import { openStationDatabase, type StationDatabase } from "./system/open-station-database.ts";
import { holdWritesDuringUpgrade } from "./system/hold-writes.ts";
import { prepareFirstRun } from "./system/prepare-first-run.ts";

/** Warnings and errors of the log that wait for the database at the start. */
const MAX_EARLY_LINES = 500;

/**
 * Builds the whole process server and opens its port.
 * @throws StartUpError in one sentence for people
 */
export async function startServer(
  config: ServerConfig,
  report: (report: PartReport) => void,
  channel: LauncherChannel | null,
): Promise<RunningPart> {
  await using stack = new AsyncDisposableStack();
  const step = (name: string): void => report({ kind: "progress", step: name });
  const lines = createKeptEvents<string>({ keep: MAX_EARLY_LINES });
  const log = createWatchedLog(lines.publish, { part: "server", level: config.logLevel });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const opened = await openDatabaseOrWait({ config, report, channel, log, onProgress: step });
  if ("restartRequested" in opened) return opened;
  const { database, lock } = stack.adopt(opened, (owned) => owned.close());
  step("reads the database");
  const firstRun = stack.adopt(await prepareFirstRun({ database, config }), (made) =>
    made
      .close()
      .catch((error: unknown) => log.warn({ error }, "first-run.txt contains the credentials")),
  );
  if (config.isStationStart) await startPlayingOrWait(database);

  const events = createStationEvents(log);
  const restart = Promise.withResolvers<void>();
  const handOver: LauncherChannel["handOver"] | null =
    channel === null ? null : (connection) => channel.handOver(connection);
  const given = {
    config,
    database,
    lock,
    events,
    log,
    lines,
    media: mediaDefaults,
    ircOff,
    handOver,
  };
  const parts = await makeServerParts(
    { ...given, limits: requestLimits, restart: restart.resolve },
    stack,
  );
  const { settings, systemLog, link, library, duplicates, tagWriter, musicSources, app } = parts;
  // Before anyone outside gets an answer.
  const onWritable = () => {
    library.start();
    duplicates.start();
    tagWriter.writeSoon();
    musicSources.start();
  };
  stack.adopt(holdWritesDuringUpgrade({ ...given, ...config, onWritable }), (owned) =>
    owned.close(),
  );
  link.start();
  // Fails at nothing, and is needed by the first file only.
  void mediaConfinement().then(({ holds }) =>
    log.info({ holds }, "confinement of media processes on this system"),
  );

  step("opens its ports");
  const { dataDir, musicDirs } = config;
  await removeUnfinishedOrigins(dataDir);
  const commandParts = { ...parts, dataDir, musicDirs, isRunning: true };
  stack.adopt(
    await ControlServer.start(config.controlSocketPath, { parts: commandParts, log }),
    (owned) => owned.close(),
  );
  const warning = warnOfGuests({ ...config, ...settings.current });
  if (warning !== null) log.warn(warning);
  const url = await listen({ app, config, channel });
  firstRun.keep();
  if (firstRun.lines.length > 0) report({ kind: "first-run", lines: [...firstRun.lines] });
  report({ kind: "ready", url, ircUrl: parts.ircUrl });
  const running = stack.move();
  return {
    close: () => running.disposeAsync(),
    takeNote: ({ line }) => systemLog.noteLine(line),
    restartRequested: restart.promise,
  };
}

/** @returns what answers instead while the database server is away */
async function openDatabaseOrWait({
  config,
  report,
  channel,
  log,
  onProgress,
}: {
  readonly config: ServerConfig;
  readonly report: (report: PartReport) => void;
  readonly channel: LauncherChannel | null;
  readonly log: Logger;
  readonly onProgress: (step: string) => void;
}): Promise<StationDatabase | WaitingPart> {
  try {
    return await openStationDatabase({ config, log, onProgress });
  } catch (error) {
    const { databaseUrl } = config;
    if (databaseUrl === null || !isDatabaseAway(error)) throw error;
    return await waitForDatabase({ config, databaseUrl, report, channel, log });
  }
}
