import type { Socket } from "node:net";
import { streamUnreachable } from "@neonrelay/process/handed-connection";
import { certificateFromFiles } from "@neonrelay/process/certificate-files";
import { childEnvironment, databaseEnvironment } from "@neonrelay/process/child-environment";
import { createWatchedLogTo } from "@neonrelay/process/log";
import { TroubleLog } from "@neonrelay/process/trouble-log";
import { requireOwnData } from "@neonrelay/server/data-file";
import type { StationConfig } from "./config.ts";
import {
  lockDataFolder,
  prepareDataFolder,
  prepareSocketFolder,
  socketFolderOf,
} from "./data-folder.ts";
import { prefixLine } from "./log-lines.ts";
import { toOnAirConfig, toServerConfig, type Settled } from "./part-configs.ts";
import { StationPart, type Ready, type StationOutput } from "./station-part.ts";
import { buildWebWhenChanged } from "./web-build.ts";

/** How long the parts may take to stop, in ms; together under the 5 s the whole station has. */
const SERVER_STOP_LIMIT_MS = 2500;
const ON_AIR_STOP_LIMIT_MS = 1500;
/** How long a refused client may take to read why, in ms. */
const REFUSAL_LIMIT_MS = 5000;

export type PartName = "on-air" | "server";

export interface Station {
  /** Ends a part in order and starts it again. */
  restart(name: PartName): void;
  /** Stops everything in order and gives the lock back. */
  close(): Promise<void>;
}

interface StationOptions {
  readonly config: StationConfig;
  /** Of this process; no other knows it whole. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly projectRoot: string;
  /** 1 is real time; only tests and benchmarks run the programme faster. */
  readonly clockSpeed: number;
  readonly output: StationOutput;
  /** Aborted when the station is to stop while it starts. */
  readonly signal: AbortSignal;
}

/**
 * Starts on-air, then server, and keeps both running. Resolves when the station is on air.
 * @throws StartUpError with one sentence when something can't start; everything is stopped again then
 */
export async function startStation(options: StationOptions): Promise<Station> {
  const { config, output } = options;
  prepareDataFolder(config.dataDir);
  // Before on-air writes its state among them.
  requireOwnData(config.dataDir);
  const stack = new AsyncDisposableStack();
  stack.use(lockDataFolder(config.dataDir));
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
  const close = async () => {
    log.info("stopping");
    await stack.disposeAsync();
    log.info("stopped");
  };
  try {
    const parts = await launchParts({ ...options, troubles, log }, stack);
    return { close, restart: (name) => parts[name].restart() };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param stack stops the parts, the server first */
async function launchParts(
  {
    config,
    environment,
    projectRoot,
    clockSpeed,
    output,
    signal,
    ...logs
  }: StationOptions & Pick<ConstructorParameters<typeof StationPart>[0], "troubles" | "log">,
  stack: AsyncDisposableStack,
): Promise<Readonly<Record<PartName, StationPart>>> {
  const readTls = config.tls === null ? () => null : certificateFromFiles(config.tls);
  readTls();
  const socketFolder = socketFolderOf(config.dataDir);
  prepareSocketFolder(socketFolder);
  let settled: Settled = {
    isStationStart: true,
    streamPort: config.streamPort,
    webPort: config.port,
    ircPort: null,
  };
  const shared = { projectRoot, output, ...logs };
  const building = new AbortController();
  const onAir = stack.adopt(
    new StationPart({
      ...shared,
      name: "on-air",
      environment: childEnvironment(environment),
      config: () => toOnAirConfig({ config, tls: readTls(), settled, socketFolder, clockSpeed }),
      onConnection: ({ socket }) => refuseStream(socket),
      onWorking: () => {},
    }),
    (part) => part.stop({ limitMs: ON_AIR_STOP_LIMIT_MS }),
  );
  stack.defer(() => building.abort());
  const [{ url: streamUrl }, webRoot] = await Promise.all([
    onAir.launch(signal),
    buildWebWhenChanged({
      projectRoot,
      onLine: (line) => output.log(prefixLine({ line, part: "web" })),
      signal: AbortSignal.any([signal, building.signal]),
    }),
  ]);
  // A restart of either part keeps the ports that the first start got.
  settled = { ...settled, streamPort: portOf(streamUrl) };
  const server = stack.adopt(
    new StationPart({
      ...shared,
      name: "server",
      environment: databaseEnvironment(environment),
      config: ({ hasWebPort: isPortKept }) =>
        toServerConfig({ config, tls: readTls(), settled, socketFolder, webRoot, isPortKept }),
      // A listener of the web port becomes one of on-air, which outlives the server.
      onConnection: ({ socket, request }) =>
        onAir.channel.handOver({ socket, request, refuse: () => refuseStream(socket) }),
      onWorking: (part) => {
        settled = { ...settled, isStationStart: false };
        tellTroubles(part, logs.troubles);
      },
    }),
    (part) => part.stop({ limitMs: SERVER_STOP_LIMIT_MS }),
  );
  const ready = await server.launch(signal);
  const { url, ircUrl } = ready;
  settled = {
    ...settled,
    webPort: portOf(url),
    ircPort: ircUrl === null ? null : portOf(ircUrl),
  };
  announce(output, { config, streamUrl, ready });
  return { "on-air": onAir, server };
}

function announce(
  output: StationOutput,
  {
    config: { publicUrl, publicStreamUrl },
    streamUrl,
    ready: { url, ircUrl, waitsFor },
  }: { readonly config: StationConfig; readonly streamUrl: string; readonly ready: Ready },
): void {
  const publicWebUrl = publicUrl ?? url;
  output.announce(`Web:    ${publicWebUrl}`);
  output.announce(`Stream: ${publicStreamUrl ?? streamUrl}/stream.mp3`);
  if (ircUrl !== null) output.announce(`IRC:    ${ircUrl}`);
  if (waitsFor !== undefined) output.announce(`The web app waits for ${waitsFor}`);
  output.announce(`Neon Relay is on air: ${publicWebUrl}`);
}

/** An address on the usual port of its scheme does not name it. */
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

/** The server keeps the launcher's troubles where operators read them; while it is away they wait here. */
function tellTroubles(server: StationPart, troubles: TroubleLog): void {
  const tell = (line: string): boolean => server.tell({ kind: "trouble", line });
  troubles.setListener(tell);
  troubles.take().forEach(tell);
}
