import path from "node:path";
import type { Socket } from "node:net";
import { streamUnreachable } from "@neonrelay/process/handed-connection";
import { certificateFromFiles } from "@neonrelay/process/certificate-files";
import { childEnvironment, databaseEnvironment } from "@neonrelay/process/child-process";
import { NODE_HUNG_AFTER_MS } from "@neonrelay/process/supervision-rules";
import { StartUpError } from "@neonrelay/process/part";
import { createWatchedLogTo, type Logger } from "@neonrelay/process/log";
import { TroubleLog } from "@neonrelay/process/trouble-log";
import { describeProgram, readProgramVersion } from "@neonrelay/process/program-version";
import { readDataFile, requireOwnData } from "@neonrelay/server/data-file";
import { ownSchemaVersion } from "@neonrelay/server/own-schema";
import type { StationConfig } from "./config.ts";
import {
  lockDataFolder,
  prepareDataFolder,
  refuseRoot,
  prepareSocketFolder,
  socketFolderOf,
} from "./data-folder.ts";
import { docsFolderOf, keepDocsBuilt } from "./docs-build.ts";
import { prefixLine } from "./output-lines.ts";
import { toOnAirConfig, toServerConfig, type Settled } from "./part-configs.ts";
import { ReleaseChange, type ReleaseChangeOptions } from "./release-change.ts";
import { proveOnOtherData } from "./release-proof.ts";
import { endCutOffChange } from "./release-recovery.ts";
import { ServerTries } from "./server-tries.ts";
import { StationPart, type PartName, type Ready, type StationOutput } from "./station-part.ts";
import { UpgradeSocket } from "./upgrade-socket.ts";
import { buildWebWhenChanged, webFolderOf } from "./web-build.ts";

/** Limits for stopping the parts, in ms; together below the 5 s that the whole station has. */
const SERVER_STOP_LIMIT_MS = 2500;
const ON_AIR_STOP_LIMIT_MS = 1500;
/** Time a refused client has to read the reason, in ms. */
const REFUSAL_LIMIT_MS = 5000;

export interface Station {
  /** Stops a part cleanly and starts it again. */
  restart(name: PartName): void;
  /** Stops everything in order and releases the lock. */
  close(): Promise<void>;
}

export interface StationOptions {
  readonly config: StationConfig;
  /** The launcher's environment; child processes get only part of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly projectRoot: string;
  /** 1 is real time; only tests and benchmarks run faster. */
  readonly clockSpeed: number;
  /** Runs on a copy of another station's data, to test whether this version can. */
  readonly isTrial: boolean;
  readonly output: StationOutput;
  /** Aborts the start. */
  readonly signal: AbortSignal;
}

/**
 * Starts on-air, then the server, and keeps both running. Resolves when the station is on air.
 * @throws StartUpError with one sentence if something can't start; everything is stopped again
 */
export async function startStation(options: StationOptions): Promise<Station> {
  const { config, output } = options;
  refuseRoot(config.dataDir);
  prepareDataFolder(config.dataDir);
  const stack = new AsyncDisposableStack();
  stack.use(lockDataFolder(config.dataDir));
  const troubles = new TroubleLog();
  const log = createWatchedLogTo(
    {
      stream: {
        write: (line) => output.log(prefixLine({ line: line.trimEnd(), part: "launcher" })),
      },
      onTrouble: (line) => troubles.record(line),
    },
    { part: "launcher", level: config.logLevel },
  );
  const close = async () => {
    log.info("stopping");
    await stack.disposeAsync();
    log.info("stopped");
  };
  try {
    await endCutOffChange({ ...config, projectRoot: options.projectRoot }, log);
    // Before on-air writes its state there.
    requireOwnData(config.dataDir);
    const former = readDataFile(config.dataDir)?.program;
    const hasRun = former !== undefined;
    const launched = await launchParts({ ...options, hasRun, troubles, log }, stack);
    await takeChanges({ ...options, ...launched, log }, stack);
    announce(output, launched);
    const others = stack.adopt(new AbortController(), (controller) => controller.abort());
    if (config.buildsDocs && !options.isTrial)
      void keepDocsBuilt({ ...options, log, signal: others.signal });
    const program = describeProgram(readProgramVersion());
    if (former !== undefined && former !== program)
      void proveOnOtherData({ former, program, urls: launched.urls, log, signal: others.signal });
    const { parts } = launched;
    return { close, restart: (name) => parts[name].restart() };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The parts: on-air is ready, and the server is ready or being retried. */
interface Launched extends Pick<
  ReleaseChangeOptions,
  "config" | "parts" | "settled" | "readTls" | "urls"
> {
  readonly ready: Ready;
  readonly socketFolder: string;
}

/** @param stack stops the parts, the server first */
async function launchParts(
  {
    config,
    environment,
    projectRoot,
    clockSpeed,
    isTrial,
    hasRun,
    output,
    signal,
    ...logs
  }: StationOptions &
    Pick<ConstructorParameters<typeof StationPart>[0], "troubles" | "log"> & {
      /** A server has opened this data before. */
      readonly hasRun: boolean;
    },
  stack: AsyncDisposableStack,
): Promise<Launched> {
  const readTls = config.tls === null ? () => null : certificateFromFiles(config.tls);
  readTls();
  const socketFolder = socketFolderOf(config.dataDir);
  prepareSocketFolder(socketFolder);
  let settled = unsettled(config);
  const tries = new ServerTries({ isTrial, hasRun });
  let isLate = false;
  const shared = { projectRoot, output, ...logs };
  const source = { config, socketFolder };
  const served = { ...source, docsRoot: docsFolderOf(projectRoot), isTrial };
  const onAir = stack.adopt(
    makeOnAir({
      ...shared,
      environment,
      config: () => toOnAirConfig({ ...source, tls: readTls(), settled, clockSpeed }),
    }),
    (part) => part.stop({ limitMs: ON_AIR_STOP_LIMIT_MS }),
  );
  const web = buildWeb({ ...shared, tries, signal }, stack);
  const [{ url: streamUrl }, webRoot] = await Promise.all([onAir.launch(signal), web]);
  // Restarted parts keep the ports of the first start.
  settled = { ...settled, streamPort: portOf(streamUrl) };
  const server = stack.adopt(
    new StationPart({
      ...shared,
      name: "server",
      main: "server/src/main.ts",
      environment: databaseEnvironment(environment),
      ...(config.node !== null && { hungAfterMs: NODE_HUNG_AFTER_MS }),
      config: ({ hasWebPort: isPortKept }) =>
        toServerConfig({
          ...served,
          tls: readTls(),
          settled,
          webRoot,
          isPortKept,
          retryStartMs: tries.nextMs(),
        }),
      // A stream listener on the web port is handed to on-air, which outlives the server.
      onConnection: ({ socket, request }) =>
        onAir.channel.handOver({ socket, request, refuse: () => refuseStream(socket) }),
      onWorking: (part, now) => {
        if (isLate) output.announce(`The web app is there: ${config.publicUrl ?? now.url}`);
        isLate = false;
        settled = { ...settled, ...portsOf(now), isStationStart: false };
        tries.worked();
        reportTroubles(part, logs.troubles);
      },
    }),
    (part) => part.stop({ limitMs: SERVER_STOP_LIMIT_MS }),
  );
  const ready = await launchServer(server, { config, tries, signal });
  isLate = ready.waitsFor !== undefined;
  settled = { ...settled, ...portsOf(ready) };
  // A standby node is ready but not working: the station has started all the same.
  if (config.node !== null) settled = { ...settled, isStationStart: false };
  return {
    parts: { "on-air": onAir, server },
    config,
    ready,
    socketFolder,
    settled: () => settled,
    readTls,
    urls: { web: ready.url, stream: streamUrl },
  };
}

function makeOnAir({
  environment,
  ...given
}: Omit<
  ConstructorParameters<typeof StationPart>[0],
  "name" | "main" | "environment" | "onConnection" | "onWorking"
> &
  Pick<StationOptions, "environment">): StationPart {
  return new StationPart({
    ...given,
    name: "on-air",
    main: "on-air/src/main.ts",
    environment: childEnvironment(environment),
    onConnection: ({ socket }) => refuseStream(socket),
    onWorking: () => {},
  });
}

/**
 * @returns the folder of the built app; if the build fails and the station carries on, that of an earlier build, or an
 * empty one
 */
async function buildWeb(
  {
    projectRoot,
    output,
    tries,
    log,
    ...given
  }: Pick<StationOptions, "projectRoot" | "output" | "signal"> & {
    readonly tries: ServerTries;
    readonly log: Logger;
  },
  stack: AsyncDisposableStack,
): Promise<string> {
  const building = stack.adopt(new AbortController(), (controller) => controller.abort());
  const signal = AbortSignal.any([given.signal, building.signal]);
  const onLine = (line: string): void => output.log(prefixLine({ line, part: "web" }));
  try {
    return await buildWebWhenChanged({ projectRoot, onLine, signal });
  } catch (error) {
    if (signal.aborted || !tries.goesOn) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason }, "the web app can't be built; serving the existing one, if any");
    return webFolderOf(projectRoot);
  }
}

/** @returns its report, or why it can't start if the station carries on without it */
async function launchServer(
  server: StationPart,
  {
    config,
    tries,
    signal,
  }: Pick<StationOptions, "config" | "signal"> & { readonly tries: ServerTries },
): Promise<Ready> {
  try {
    return await server.launch(signal);
  } catch (error) {
    if (signal.aborted || !tries.goesOn || !(error instanceof StartUpError)) throw error;
    const waitsFor = `its server, which can't start: ${error.message}`;
    return { url: webUrlOf(config), ircUrl: null, waitsFor };
  }
}

/** Lets `station upgrade` replace this version with another. */
async function takeChanges(
  {
    projectRoot,
    socketFolder,
    ...given
  }: Launched &
    Pick<StationOptions, "environment" | "projectRoot" | "clockSpeed"> &
    Pick<ReleaseChangeOptions, "log">,
  stack: AsyncDisposableStack,
): Promise<void> {
  const own = {
    version: readProgramVersion().version,
    root: projectRoot,
    schema: ownSchemaVersion(),
  };
  const change = stack.adopt(new ReleaseChange({ ...given, own }), (owned) => owned.close());
  const file = path.join(socketFolder, "upgrade.sock");
  stack.adopt(await UpgradeSocket.open(file, change), (owned) => owned.close());
}

function announce(
  output: StationOutput,
  {
    config: { publicUrl, publicStreamUrl },
    urls: { stream: streamUrl },
    ready: { url, ircUrl, waitsFor },
  }: Launched,
): void {
  const publicWebUrl = publicUrl ?? url;
  output.announce(`Web:    ${publicWebUrl}`);
  output.announce(`Stream: ${publicStreamUrl ?? streamUrl}/stream.mp3`);
  if (ircUrl !== null) output.announce(`IRC:    ${ircUrl}`);
  if (waitsFor !== undefined) output.announce(`The web app waits for ${waitsFor}`);
  output.announce(`Neon Relay is on air: ${publicWebUrl}`);
}

function webUrlOf({ tls, host, port }: StationConfig): string {
  const scheme = tls === null ? "http" : "https";
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function unsettled({ streamPort, port }: StationConfig): Settled {
  return { isStationStart: true, streamPort, webPort: port, ircPort: null };
}

export function portsOf({ url, ircUrl }: Ready): Pick<Settled, "webPort" | "ircPort"> {
  return { webPort: portOf(url), ircPort: ircUrl === null ? null : portOf(ircUrl) };
}

/** The URL omits the port if it is its scheme's default. */
function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
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

/**
 * Passes the launcher's problems to the server, which shows them to operators; while the server is away they queue
 * here.
 */
export function reportTroubles(server: StationPart, troubles: TroubleLog): void {
  const send = (line: string): boolean => server.send({ kind: "trouble", line });
  troubles.setListener(send);
  troubles.take().forEach(send);
}
