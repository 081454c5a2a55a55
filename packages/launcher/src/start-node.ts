import { databaseEnvironment } from "@neonrelay/process/child-process";
import { NODE_HUNG_AFTER_MS } from "@neonrelay/process/supervision-rules";
import { createWatchedLogTo } from "@neonrelay/process/log";
import { TroubleLog } from "@neonrelay/process/trouble-log";
import type { NodeConfig } from "./config.ts";
import { lockNode, prepareDataFolder, refuseRoot, socketFolderOf } from "./data-folder.ts";
import { docsFolderOf } from "./docs-build.ts";
import { prefixLine } from "./output-lines.ts";
import { toServerConfig, type Settled } from "./part-configs.ts";
import { portsOf, reportTroubles, type StationOptions } from "./start-station.ts";
import { StationPart } from "./station-part.ts";
import { buildWebWhenChanged } from "./web-build.ts";

const STOP_LIMIT_MS = 2500;

/**
 * Starts a server for a station whose on-air is run by another launcher on this machine, with the same data folder.
 * Resolves when the server answers requests, even if only as a standby.
 * @returns a function that stops it
 * @throws StartUpError with one sentence if it can't start
 */
export async function startNode({
  config,
  node,
  environment,
  projectRoot,
  isTrial,
  output,
  signal,
}: Omit<StationOptions, "clockSpeed"> & { readonly node: NodeConfig }): Promise<{
  readonly close: () => Promise<void>;
}> {
  refuseRoot(config.dataDir);
  prepareDataFolder(config.dataDir);
  const stack = new AsyncDisposableStack();
  stack.use(lockNode(config.dataDir, node.name));
  const troubles = new TroubleLog();
  const stream = {
    write: (line: string) => output.log(prefixLine({ line: line.trimEnd(), part: "launcher" })),
  };
  const log = createWatchedLogTo(
    { stream, onTrouble: (line) => troubles.record(line) },
    { part: "launcher", level: config.logLevel },
  );
  const { port: webPort, streamPort } = config;
  let settled: Settled = { isStationStart: false, streamPort, webPort, ircPort: null };
  try {
    const webRoot = await buildWebWhenChanged({
      projectRoot,
      onLine: (line) => output.log(prefixLine({ line, part: "web" })),
      signal,
    });
    const served = { docsRoot: docsFolderOf(projectRoot), webRoot, isTrial };
    const server = stack.adopt(
      new StationPart({
        projectRoot,
        name: "server",
        main: "server/src/main.ts",
        environment: databaseEnvironment(environment),
        hungAfterMs: NODE_HUNG_AFTER_MS,
        config: ({ hasWebPort: isPortKept }) =>
          toServerConfig({
            ...served,
            config,
            tls: null,
            settled,
            isPortKept,
            retryStartMs: null,
            socketFolder: socketFolderOf(config.dataDir),
          }),
        onConnection: ({ socket }) => void socket.destroy(),
        onWorking: (part) => reportTroubles(part, troubles),
        troubles,
        output,
        log,
      }),
      (part) => part.stop({ limitMs: STOP_LIMIT_MS }),
    );
    const ready = await server.launch(signal);
    settled = { ...settled, webPort: portsOf(ready).webPort };
    output.announce(`Node ${node.name}: ${ready.url}`);
    return { close: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
