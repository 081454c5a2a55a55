import path from "node:path";
import { StartUpError } from "@neonrelay/process/part";
import { answerWithoutStation, runStationCommand } from "@neonrelay/server/station-commands";
import { ConfigError } from "./config.ts";
import { prepareDataFolder, socketFolderOf } from "./data-folder.ts";
import { readLaunch } from "./launch.ts";

// `npm run station -- <command>`: done by the running station over its control socket, else here, under the lock.
const args = process.argv.slice(2);
const print = (line: string) => void process.stdout.write(`${line}\n`);
try {
  process.exitCode = answerWithoutStation(args, print) ?? (await runWithStation());
} catch (error) {
  if (!(error instanceof StartUpError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** @returns the exit code */
async function runWithStation(): Promise<number> {
  const { config, warnings, callerFolder } = readLaunch({
    environment: process.env,
    workingFolder: process.cwd(),
  });
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
  prepareDataFolder(config.dataDir);
  const socketFolder = socketFolderOf(config.dataDir);
  return await runStationCommand({
    config: {
      host: config.host,
      port: config.port,
      isPortKept: false,
      streamHost: config.streamHost,
      // Not used by a command: nothing of it listens.
      streamPort: Math.max(1, config.streamPort),
      publicUrl: config.publicUrl,
      publicStreamUrl: config.publicStreamUrl,
      trustProxy: [...config.trustProxy],
      // As above.
      tls: null,
      dataDir: config.dataDir,
      musicDirs: [...config.musicDirs],
      demoMusic: config.demoMusic,
      databaseUrl: config.databaseUrl,
      databaseConsoleUrl: config.databaseConsoleUrl,
      sourceUrl: config.sourceUrl,
      metricsToken: null,
      admin: config.admin,
      irc: config.irc,
      onAirSocketPath: path.join(socketFolder, "on-air.sock"),
      controlSocketPath: path.join(socketFolder, "control.sock"),
      webRoot: "",
      isStationStart: false,
      logLevel: config.logLevel === "info" ? "warn" : config.logLevel,
    },
    args: withWholePaths(args, callerFolder),
    print,
  });
}

/** A file or a folder is relative to where the person stands, not to the project that npm runs scripts in. */
function withWholePaths(args: readonly string[], folder: string): readonly string[] {
  const [command = ""] = args;
  const words = command === "config" ? 2 : 1;
  if (!["import", "backup", "restore", "config"].includes(command)) return args;
  return args.map((arg, index) =>
    index < words || arg.startsWith("--")
      ? arg
      : `${path.resolve(folder, arg)}${arg.endsWith("/") ? "/" : ""}`,
  );
}
