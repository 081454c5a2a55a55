import path from "node:path";
import { certificateFromFiles } from "@neonrelay/process/certificate-files";
import { childEnvironment } from "@neonrelay/process/child-process";
import { createWatchedLogTo } from "@neonrelay/process/log";
import { TroubleLog } from "@neonrelay/process/trouble-log";
import type { EdgeConfig } from "@neonrelay/on-air/config";
import { lockDataFolder, prepareDataFolder, refuseRoot } from "./data-folder.ts";
import type { EdgeLaunch } from "./edge-config.ts";
import { prefixLine } from "./output-lines.ts";
import { StationPart, type StationOutput } from "./station-part.ts";

const STOP_LIMIT_MS = 2500;

interface EdgeOptions {
  readonly launch: EdgeLaunch;
  /** The launcher's environment; child processes get only part of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly projectRoot: string;
  readonly output: StationOutput;
  /** Aborts the start. */
  readonly signal: AbortSignal;
}

/**
 * Starts an edge and restarts it whenever it ends. Resolves when listeners can connect.
 * @returns a function that stops it
 * @throws StartUpError with one sentence if it can't start
 */
export async function startEdge({
  launch,
  environment,
  projectRoot,
  output,
  signal,
}: EdgeOptions): Promise<{ readonly close: () => Promise<void> }> {
  refuseRoot(launch.dataDir);
  prepareDataFolder(launch.dataDir);
  const stack = new AsyncDisposableStack();
  stack.use(lockDataFolder(launch.dataDir));
  const troubles = new TroubleLog();
  const stream = {
    write: (line: string) => output.log(prefixLine({ line: line.trimEnd(), part: "launcher" })),
  };
  const log = createWatchedLogTo(
    { stream, onTrouble: (line) => troubles.record(line) },
    { part: "launcher", level: launch.logLevel },
  );
  const readTls = launch.tls === null ? () => null : certificateFromFiles(launch.tls);
  let { streamPort } = launch;
  try {
    const part = stack.adopt(
      new StationPart({
        projectRoot,
        name: "edge",
        main: "on-air/src/edge-main.ts",
        environment: childEnvironment(environment),
        config: () => toEdgeConfig({ launch, tls: readTls(), streamPort }),
        onConnection: ({ socket }) => void socket.destroy(),
        onWorking: () => {},
        troubles,
        output,
        log,
      }),
      (owned) => owned.stop({ limitMs: STOP_LIMIT_MS }),
    );
    const { url } = await part.launch(signal);
    // A restart keeps the port of the first start.
    streamPort = Number(new URL(url).port) || streamPort;
    output.announce(`Edge ${launch.name} of ${launch.master}: ${url}/stream.mp3`);
    return { close: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

function toEdgeConfig({
  launch,
  tls,
  streamPort,
}: {
  readonly launch: EdgeLaunch;
  readonly tls: EdgeConfig["tls"];
  readonly streamPort: number;
}): EdgeConfig {
  const { master, secret, name, weight, streamHost, publicStreamUrl, geoipFile, limits, logLevel } =
    launch;
  return {
    master,
    secret,
    name,
    weight,
    streamHost,
    streamPort,
    stateFolder: path.join(launch.dataDir, "on-air"),
    geoipFile,
    trustProxy: [...launch.trustProxy],
    tls,
    limits,
    publicStreamUrl,
    logLevel,
  };
}
