import type { Socket } from "node:net";
import path from "node:path";
import { streamUnreachable, type HandedConnection } from "@neonrelay/process/handed-connection";
import { childEnvironment, databaseEnvironment } from "@neonrelay/process/child-environment";
import { createWatchedLogTo, type Logger } from "@neonrelay/process/log";
import { StartUpError } from "@neonrelay/process/part";
import { TroubleLog } from "@neonrelay/process/trouble-log";
import type { OnAirConfig } from "@neonrelay/on-air/config";
import type { ServerConfig } from "@neonrelay/server/config";
import { requireOwnData } from "@neonrelay/server/data-file";
import type { IrcConfig } from "./irc-config.ts";
import type { StationConfig } from "./config.ts";
import {
  lockDataFolder,
  prepareDataFolder,
  prepareSocketFolder,
  socketFolderOf,
} from "./data-folder.ts";
import { prefixLine } from "./log-lines.ts";
import { PartProcess, type PartHooks } from "./part-process.ts";
import { buildWebWhenChanged } from "./web-build.ts";

/** How long the parts may take to stop, in ms; together under the 5 s the whole station has. */
const SERVER_STOP_LIMIT_MS = 2500;
const ON_AIR_STOP_LIMIT_MS = 1500;
/** How long a refused client may take to read why, in ms. */
const REFUSAL_LIMIT_MS = 5000;

export interface Station {
  /** Stops everything in order and gives the lock back. */
  close(): Promise<void>;
}

export interface StationOutput {
  /** Lines for the person who started the station. */
  readonly announce: (line: string) => void;
  /** Lines of the structured log. */
  readonly log: (line: string) => void;
}

/**
 * Starts on-air, then server, and keeps both running. Resolves when the station is on air.
 * @throws StartUpError with one sentence when something can't start; everything is stopped again then
 */
export async function startStation({
  config,
  environment,
  projectRoot,
  clockSpeed,
  output,
  signal,
}: {
  readonly config: StationConfig;
  /** Of this process; no other knows it whole. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly projectRoot: string;
  /** 1 is real time; only tests and benchmarks run the programme faster. */
  readonly clockSpeed: number;
  readonly output: StationOutput;
  /** Aborted when the station is to stop while it starts. */
  readonly signal: AbortSignal;
}): Promise<Station> {
  prepareDataFolder(config.dataDir);
  // Before on-air writes its state among them.
  requireOwnData(config.dataDir);
  const lock = lockDataFolder(config.dataDir);
  const troubles = new TroubleLog();
  const log = createWatchedLogTo(
    {
      stream: {
        write: (line) => output.log(prefixLine({ line: line.trimEnd(), part: "launcher" })),
      },
      onTrouble: (line) => troubles.note(line),
    },
    { part: "launcher", level: config.logLevel },
  );
  const running: PartProcess[] = [];
  const building = new AbortController();
  signal.addEventListener("abort", () => building.abort(signal.reason));
  const close = async () => {
    log.info("stopping");
    for (const part of running.toReversed()) {
      const startedAtMs = performance.now();
      const { wasKilled } = await part.stop({
        limitMs: part === running[0] ? ON_AIR_STOP_LIMIT_MS : SERVER_STOP_LIMIT_MS,
      });
      const tookMs = Math.round(performance.now() - startedAtMs);
      if (wasKilled) log.warn({ stopped: part.name, tookMs }, "part did not stop and was killed");
      else log.info({ stopped: part.name, tookMs }, "part stopped");
    }
    lock[Symbol.dispose]();
    log.info("stopped");
  };
  try {
    // Until everything has come up once; what is started later is a part that crashed.
    let isStationStart = true;
    const socketFolder = socketFolderOf(config.dataDir);
    prepareSocketFolder(socketFolder);
    const launch = (name: string, makeConfig: (part: PartProcess) => unknown) => {
      const onWorking = () => void (isStationStart &&= name !== "server");
      return launchPart({
        name,
        environment:
          name === "server" ? databaseEnvironment(environment) : childEnvironment(environment),
        projectRoot,
        makeConfig,
        onWorking,
        running,
        output,
        log,
        troubles,
        signal,
      });
    };
    const onAirSocketPath = path.join(socketFolder, "on-air.sock");
    let streamPort = config.streamPort;
    const onAir = launch("on-air", (): OnAirConfig => ({
      streamHost: config.streamHost,
      streamPort,
      shoutcastPort: config.shoutcastPort,
      stateFolder: path.join(config.dataDir, "on-air"),
      socketPath: onAirSocketPath,
      trustProxy: [...config.trustProxy],
      limits: config.listenerLimits,
      publicStreamUrl: config.publicStreamUrl,
      site: {
        publicUrl: config.publicUrl,
        host: config.host,
        port: config.port === 0 ? null : config.port,
      },
      isStationStart,
      logLevel: config.logLevel,
      clockSpeed,
    }));
    const [{ url: streamUrl }, webRoot] = await Promise.all([
      onAir,
      buildWebWhenChanged({
        projectRoot,
        onLine: (line) => output.log(prefixLine({ line, part: "web" })),
        signal: building.signal,
      }),
    ]);
    // A restart of either part keeps the ports that the first start got.
    streamPort = portOf(streamUrl);
    let webPort = config.port;
    let ircPort: number | null = null;
    const {
      url: webUrl,
      ircUrl,
      waitsFor,
    } = await launch("server", (server): ServerConfig => ({
      host: config.host,
      port: webPort,
      isPortKept: server.channel.hasWebPort,
      streamHost: config.streamHost,
      streamPort,
      publicUrl: config.publicUrl,
      publicStreamUrl: config.publicStreamUrl,
      trustProxy: [...config.trustProxy],
      dataDir: config.dataDir,
      musicDirs: [...config.musicDirs],
      demoMusic: config.demoMusic,
      databaseUrl: config.databaseUrl,
      databaseConsoleUrl: config.databaseConsoleUrl,
      metricsToken: config.metricsToken,
      admin: config.admin,
      irc: keepIrcPort(config.irc, ircPort),
      onAirSocketPath,
      controlSocketPath: path.join(socketFolder, "control.sock"),
      webRoot,
      isStationStart,
      logLevel: config.logLevel,
    }));
    webPort = portOf(webUrl);
    ircPort = ircUrl === null ? null : portOf(ircUrl);
    const publicWebUrl = config.publicUrl ?? webUrl;
    output.announce(`Web:    ${publicWebUrl}`);
    output.announce(`Stream: ${config.publicStreamUrl ?? streamUrl}/stream.mp3`);
    if (ircUrl !== null) output.announce(`IRC:    ${ircUrl}`);
    if (waitsFor !== undefined) output.announce(`The web app waits for ${waitsFor}`);
    output.announce(`Neon Relay is on air: ${publicWebUrl}`);
    return { close };
  } catch (error) {
    building.abort();
    await close();
    throw error;
  }
}

/** An address on the usual port of its scheme does not name it. */
function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === "" && protocol === "http:" ? 80 : Number(port);
}

/** A restart of the server keeps the port that the first start got. @param port null: there was none */
function keepIrcPort(irc: IrcConfig, port: number | null): IrcConfig {
  const { connection } = irc;
  if (connection.kind !== "embedded" || port === null) return irc;
  return { ...irc, connection: { ...connection, port } };
}

/** `url` has no trailing slash. */
interface Ready {
  readonly url: string;
  readonly ircUrl: string | null;
  readonly waitsFor: string | undefined;
}

/** Starts one part and waits until it is ready. */
async function launchPart({
  name,
  environment,
  projectRoot,
  makeConfig,
  onWorking,
  running,
  output,
  log,
  troubles,
  signal,
}: {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly projectRoot: string;
  readonly makeConfig: (part: PartProcess) => unknown;
  /** Called when it is ready and waits for nothing. */
  readonly onWorking: () => void;
  readonly running: PartProcess[];
  readonly output: StationOutput;
  readonly log: Logger;
  readonly troubles: TroubleLog;
  readonly signal: AbortSignal;
}): Promise<Ready> {
  signal.throwIfAborted();
  const ready = Promise.withResolvers<Ready>();
  let isReady = false;
  const abort = () => ready.reject(new StartUpError("The start was stopped."));
  signal.addEventListener("abort", abort);
  const onReport: PartHooks["onReport"] = (report) => {
    switch (report.kind) {
      case "ready":
        isReady = true;
        if (report.waitsFor === undefined) {
          onWorking();
          if (name === "server") tellTroubles(part, troubles);
        }
        return ready.resolve({
          url: report.url.replace(/\/+$/, ""),
          ircUrl: report.ircUrl,
          waitsFor: report.waitsFor,
        });
      case "first-run":
        return report.lines.forEach(output.announce);
      case "progress":
        return log.debug({ starting: name, step: report.step }, "part goes on with its start");
      case "failed":
        return isReady
          ? log.error({ failed: name, reason: report.reason }, "part could not start again")
          : ready.reject(new StartUpError(report.reason));
      default:
        return report satisfies never;
    }
  };
  const part: PartProcess = new PartProcess(
    {
      name,
      environment,
      file: path.join(projectRoot, "packages", name, "src/main.ts"),
      config: () => makeConfig(part),
    },
    {
      onReport,
      onConnection: (connection) => handToOnAir(running, connection),
      onLine: (line) => output.log(prefixLine({ line, part: name })),
      onCrash: ({ description, isItsWish, restartInMs, unheard }) => {
        for (const { line } of unheard) troubles.keep(line);
        if (isItsWish) return log.info({ restarted: name }, "part is started anew, as it wishes");
        // Its own report, if there is one, arrives on another pipe: let that one name the reason.
        if (!isReady)
          setTimeout(
            () =>
              ready.reject(
                new StartUpError(
                  `${name} ended while starting (${description}): its log above says why.`,
                ),
              ),
            200,
          );
        log.error({ ended: name, description, restartInMs }, "part ended and is started again");
      },
    },
  );
  running.push(part);
  part.start();
  try {
    return await ready.promise;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** A listener of the web port becomes one of on-air, which outlives the server. */
function handToOnAir(running: readonly PartProcess[], { socket, request }: HandedConnection): void {
  const onAir = running.find(({ name }) => name === "on-air");
  const refuse = (): void => refuseStream(socket);
  if (onAir === undefined) refuse();
  else onAir.channel.handOver({ socket, request, refuse });
}

function refuseStream(socket: Socket): void {
  const { status, headers, body } = streamUnreachable;
  const lines = [
    `HTTP/1.1 ${status} Service Unavailable`,
    "Connection: close",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const limit = setTimeout(() => socket.destroy(), REFUSAL_LIMIT_MS);
  socket.once("close", () => clearTimeout(limit));
  socket.resume();
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** The server keeps the launcher's troubles where operators read them; while it is away they wait here. */
function tellTroubles(server: PartProcess, troubles: TroubleLog): void {
  const tell = (line: string): boolean => server.tell({ kind: "trouble", line });
  troubles.setListener(tell);
  troubles.take().forEach(tell);
}
