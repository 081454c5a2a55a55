import type { EventSource } from "@neonrelay/process/events";
import type { PartReport, RunningPart } from "@neonrelay/process/part";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import type { Logger } from "@neonrelay/process/log";
import { listen } from "./api/listen.ts";
import type { NodeDoor } from "./api/nodes/node-door.ts";
import type { HandOver } from "./api/stream-mounts.ts";
import type { WaitingPart } from "./api/unavailable-server.ts";
import { waitForDatabase } from "./api/wait-for-database.ts";
import { ControlServer } from "./cli/control-server.ts";
import type { FrameBus } from "./bus/frame-bus.ts";
import type { ServerConfig } from "./config/config.ts";
import { isDatabaseAway } from "./database/database-failures.ts";
import type { NodeLease } from "./database/node-lease.ts";
import { createStationEvents } from "./events/station-events.ts";
import { requestLimits } from "./http-kit/request-limits.ts";
import { ircOff } from "./irc/irc.ts";
import { mediaConfinement, mediaDefaults } from "./media/media-runner.ts";
import { removeUnfinishedOrigins } from "./moving-in/origin-place.ts";
import { startPlayingOrWait } from "./radio/station-start.ts";
import { makeServerParts } from "./server-parts.ts";
import { warnOfGuests } from "./settings/settings-rules.ts";
import { openStationDatabase, type StationDatabase } from "./system/open-station-database.ts";
import { holdWritesDuringUpgrade } from "./system/hold-writes.ts";
import { prepareFirstRun } from "./system/prepare-first-run.ts";

/** What a server process starts with. */
export interface ServerStart {
  readonly config: ServerConfig;
  readonly report: (report: PartReport) => void;
  readonly channel: LauncherChannel | null;
  /** Warnings and errors in the log. */
  readonly lines: EventSource<string>;
  readonly log: Logger;
}

/** Additional parts when the station has several nodes. */
interface NodeTurn {
  readonly lease: NodeLease;
  readonly door: NodeDoor;
  readonly bus: FrameBus;
}

/**
 * Builds a whole server and opens its port.
 * @param turn of a leading node, which closes these parts afterwards; null: the station has only this server
 * @throws StartUpError in one sentence for people
 */
export async function startWholeServer(
  { config, report, channel, lines, log }: ServerStart,
  turn: NodeTurn | null,
): Promise<RunningPart> {
  await using stack = new AsyncDisposableStack();
  const step = (name: string): void => report({ kind: "progress", step: name });
  const opened =
    turn === null
      ? await openDatabaseOrWait({ config, report, channel, log, onProgress: step })
      : await openStationDatabase({ config, lease: turn.lease, log, onProgress: step });
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
  const given = {
    config,
    database,
    lock,
    events,
    log,
    lines,
    media: mediaDefaults,
    ircOff,
    handOver: handOverBy(config, channel),
    turn,
  };
  const parts = await makeServerParts(
    { ...given, limits: requestLimits, restart: restart.resolve },
    stack,
  );
  const { settings, systemLog, link, library, duplicates, tagWriter, musicSources, app } = parts;
  // Before anyone outside gets a response.
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
  // Never fails, and is needed only for the first file.
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
  const url = turn === null ? await listen({ app, config, channel }) : turn.door.url;
  turn?.door.lead(app, turn.lease.secret);
  await turn?.lease.serveAt(url);
  firstRun.keep();
  if (firstRun.lines.length > 0) report({ kind: "first-run", lines: [...firstRun.lines] });
  report({ kind: "ready", url, ircUrl: parts.ircUrl });
  const running = stack.move();
  return {
    close: () => running.disposeAsync(),
    recordTrouble: ({ line }) => systemLog.recordLine(line),
    restartRequested: restart.promise,
  };
}

/** @returns null when another node runs on-air, or there is no launcher */
export function handOverBy(
  { node }: Pick<ServerConfig, "node">,
  channel: LauncherChannel | null,
): HandOver | null {
  if (channel === null || node?.hasOnAir === false) return null;
  return (connection) => channel.handOver(connection);
}

/** @returns a stand-in that responds while the database server is down */
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
    return await waitForDatabase({
      config,
      databaseUrl,
      report,
      channel,
      limits: requestLimits,
      log,
    });
  }
}
