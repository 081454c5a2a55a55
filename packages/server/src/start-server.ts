import { type PartReport, type RunningPart } from "@neonrelay/process/part";
import { isLoopbackAddress } from "@neonrelay/process/network-of";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import { createWatchedLog } from "@neonrelay/process/log";
import { mkdir } from "node:fs/promises";
import { prepareFirstRun } from "./system/prepare-first-run.ts";
import { createPasswordSlots } from "./accounts/secret-check.ts";
import { createLoginThrottle } from "./limits/login-throttle.ts";
import { Sessions } from "./accounts/sessions.ts";
import type { PresentBrowsers } from "./chat/present-browsers.ts";
import { createChatNames } from "./chat/chat-names.ts";
import { loadSanctions } from "./chat/sanctions.ts";
import type { ServerConfig } from "./config/config.ts";
import { isDatabaseAway } from "./database/database-failures.ts";
import { findJournalPosition } from "./radio/on-air-store.ts";
import { IrcBridge } from "./irc/irc-bridge.ts";
import { ircOff } from "./irc/irc-off.ts";
import { Library } from "./library/library.ts";
import { mediaConfinement } from "./media/media-confinement.ts";
import { mediaDefaults } from "./media/media-runner.ts";
import { ControlServer } from "./cli/control-server.ts";
import { listen } from "./api/listen.ts";
import { newVisitor } from "./http-kit/visitor-cookie.ts";
import { buildHttpServer, isSecure, knownNamesOf } from "./api/http-server.ts";
import { createPeerFinder } from "./http-kit/peer.ts";
import { findProxyProblems } from "./api/proxy-rules.ts";
import { requestLimits } from "./http-kit/request-limits.ts";
import { SocketHub } from "./socket/socket-hub.ts";
import { Housekeeping } from "./retention/housekeeping.ts";
import { SystemLog } from "./logs/system-log.ts";
import { OnAirLink } from "./on-air-link/on-air-link.ts";
import { setOnAirEventAside, storeOnAirEvent } from "./radio/journal-actions.ts";
import { OnAirSync } from "./radio/on-air-sync.ts";
import { RadioDesk } from "./radio/radio-desk.ts";
import { startPlayingOrWait } from "./radio/station-start.ts";
import { noteRefusedSource, SecurityLog } from "./security/security-log.ts";
import { warnOfGuests } from "./settings/exposure-rules.ts";
import { Settings } from "./settings/settings.ts";
import { waitForDatabase } from "./api/wait-for-database.ts";
import { openStationDatabase } from "./system/open-station-database.ts";
import { LoadMeter } from "./system/load-meter.ts";
import { createStationEvents } from "./events/station-events.ts";
import { moveBelongings } from "./track-copies/belongings-store.ts";

/**
 * Builds the whole process server and opens its port.
 * @throws StartUpError in one sentence for people
 */
export async function startServer(
  config: ServerConfig,
  report: (report: PartReport) => void,
  channel: LauncherChannel | null,
): Promise<RunningPart> {
  const systemLog = new SystemLog();
  const log = createWatchedLog((line) => systemLog.noteLine(line), {
    part: "server",
    level: config.logLevel,
  });
  await using stack = new AsyncDisposableStack();
  const step = (name: string): void => report({ kind: "progress", step: name });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const opened = await openStationDatabase({ config, log, onProgress: step }).catch(
    async (error: unknown) => {
      const { databaseUrl } = config;
      if (databaseUrl === null || !isDatabaseAway(error)) throw error;
      return await waitForDatabase({ config, databaseUrl, report, channel, log });
    },
  );
  if ("restartWished" in opened) return opened;
  const { database, lock } = stack.adopt(opened, (owned) => owned.close());
  step("reads the database");
  const firstRun = await prepareFirstRun({ database, config });
  let hasStarted = false;
  stack.defer(async () => {
    if (!hasStarted)
      await firstRun
        .undo()
        .catch((error: unknown) => log.warn({ error }, "first-run.txt holds the credentials"));
  });
  const events = createStationEvents(log);
  if (config.isStationStart) await startPlayingOrWait(database);
  const settings = stack.adopt(await Settings.load(database, events), (owned) => owned.close());
  const sessions = stack.adopt(
    new Sessions({ database, events, nowMs: () => performance.now() }),
    (owned) => owned.close(),
  );
  const housekeeping = stack.adopt(new Housekeeping({ database, settings, events, log }), (owned) =>
    owned.close(),
  );
  const noteRow = (): void => housekeeping.noteRow();
  stack.adopt(systemLog, (owned) => owned.close());
  systemLog.storeIn({ database, noteRow, log });
  const security = stack.adopt(new SecurityLog({ database, events, noteRow, log }), (owned) =>
    owned.close(),
  );

  events.subscribe((event) => {
    if (event.type === "live.refused") noteRefusedSource(security, event);
  });

  const link = new OnAirLink({
    socketPath: config.onAirSocketPath,
    log,
    listener: {
      stored: () => findJournalPosition(database.connection),
      store: (position, event) => storeOnAirEvent({ database, events }, { position, event }),
      setAside: (position, event) => setOnAirEventAside({ database, events }, { position, event }),
      ready: () => sync.sendAll(),
      changed: () => events.publish({ type: "on-air.changed" }),
      attached: ({ cid, startMs }) => events.publish({ type: "listener.attached", cid, startMs }),
      logged: (line) => systemLog.noteLine(line),
    },
  });
  const desk = stack.adopt(await RadioDesk.open({ database, link, events, log }), (owned) =>
    owned.close(),
  );
  const sync = stack.adopt(new OnAirSync({ database, link, desk, events, log }), (owned) =>
    owned.close(),
  );
  stack.adopt(link, (owned) => owned.close());
  link.start();

  const library = stack.adopt(
    new Library({ database, events, config, media: mediaDefaults, moveBelongings, log }),
    (owned) => owned.close(),
  );
  library.start();
  // Fails at nothing, and is needed by the first file only.
  void mediaConfinement().then(({ holds }) =>
    log.info({ holds }, "what holds for media children, as far as this system allows"),
  );
  step("opens its doors");
  const throttle = createLoginThrottle();
  stack.adopt(
    await ControlServer.start(config.controlSocketPath, {
      parts: {
        database,
        library,
        events,
        settings,
        systemLog,
        throttle,
        dataDir: config.dataDir,
        musicDirs: config.musicDirs,
        isRunning: true,
      },
      log,
    }),
    (owned) => owned.close(),
  );

  let ignoredProxy: string | null = null;
  const proxyProblems = (): readonly string[] => findProxyProblems({ ...config, ignoredProxy });
  for (const problem of proxyProblems()) log.warn(problem);
  const findPeer = createPeerFinder(config.trustProxy, (address) => {
    ignoredProxy = address;
    log.warn(
      { isLoopback: isLoopbackAddress(address) },
      "forwarding headers from a proxy that TRUST_PROXY does not name are ignored: add its address to TRUST_PROXY",
    );
  });
  const chatNames = createChatNames({ nowMs: () => performance.now() });
  const browsers: PresentBrowsers = new Set();
  const sanctions = await loadSanctions({ database, nowMs: Date.now });
  const bridge =
    config.irc.connection.kind === "off"
      ? null
      : stack.adopt(
          await IrcBridge.start({
            database,
            events,
            settings,
            link,
            chatNames,
            browsers,
            sanctions,
            throttle,
            slots: createPasswordSlots(),
            security,
            systemLog,
            config: config.irc,
            log,
          }),
          (owned) => owned.close(),
        );
  const irc = bridge ?? ircOff;
  const meter = stack.adopt(new LoadMeter(), (owned) => owned.close());
  let hub: SocketHub | null = null;
  const restart = Promise.withResolvers<void>();
  const app = stack.adopt(
    await buildHttpServer({
      config,
      database,
      events,
      settings,
      sessions,
      link,
      desk,
      throttle,
      security,
      systemLog,
      chatNames,
      sanctions,
      irc,
      lock,
      demo: library.demo,
      meter,
      restart: restart.resolve,
      countSockets: () => hub?.size ?? 0,
      findPeer,
      proxyProblems,
      handOver: channel === null ? null : (connection) => channel.handOver(connection),
      limits: requestLimits,
      log,
    }),
    (owned) => owned.close(),
  );
  hub = stack.adopt(
    new SocketHub({
      parts: {
        database,
        events,
        settings,
        sessions,
        link,
        desk,
        config,
        chatNames,
        browsers,
        sanctions,
        irc,
        security,
        systemLog,
      },
      server: app.server,
      knownNames: knownNamesOf(config),
      findPeer,
      parseCookie: (header) => app.parseCookie(header),
      newVisitor: (protocol) => newVisitor(app, { isSecure: isSecure(config, protocol) }),
      log,
    }),
    (owned) => owned.close(),
  );
  const warning = warnOfGuests({ ...config, ...settings.current });
  if (warning !== null) log.warn(warning);
  const url = await listen({ app, config, channel });
  hasStarted = true;
  if (firstRun.lines.length > 0) report({ kind: "first-run", lines: [...firstRun.lines] });
  report({ kind: "ready", url, ircUrl: bridge?.url ?? null });
  const running = stack.move();
  return {
    close: () => running.disposeAsync(),
    takeNote: ({ line }) => systemLog.noteLine(line),
    restartWished: restart.promise,
  };
}
