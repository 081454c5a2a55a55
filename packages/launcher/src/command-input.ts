import path from "node:path";
import type { runStationCommand } from "@neonrelay/server/station-commands";
import type { StationConfig } from "./config.ts";
import { socketFolderOf } from "./data-folder.ts";

/** The configuration that a station command gets; commands open no ports. */
export function toCommandConfig(
  config: StationConfig,
): Parameters<typeof runStationCommand>[0]["config"] {
  const socketFolder = socketFolderOf(config.dataDir);
  return {
    host: config.host,
    port: config.port,
    isPortKept: false,
    streamHost: config.streamHost,
    streamPort: Math.max(1, config.streamPort),
    publicUrl: config.publicUrl,
    publicStreamUrl: config.publicStreamUrl,
    trustProxy: [...config.trustProxy],
    tls: config.tls === null ? null : { files: config.tls },
    dataDir: config.dataDir,
    musicDirs: [...config.musicDirs],
    demoMusic: config.demoMusic,
    databaseUrl: config.databaseUrl,
    node: null,
    databaseConsoleUrl: config.databaseConsoleUrl,
    sourceUrl: config.sourceUrl,
    metricsToken: null,
    admin: config.admin,
    irc: config.irc,
    onAirSocketPath: path.join(socketFolder, "on-air.sock"),
    controlSocketPath: path.join(socketFolder, "control.sock"),
    webRoot: "",
    docsRoot: "",
    isStationStart: false,
    retryStartMs: null,
    isTrial: false,
    logLevel: config.logLevel === "info" ? "warn" : config.logLevel,
  };
}

/** Which words of a command name files or folders: those from index `from` up to and including `to`. */
const placesOfPaths: readonly {
  readonly words: readonly string[];
  readonly from: number;
  readonly to?: number;
}[] = [
  { words: ["import"], from: 1 },
  { words: ["backup"], from: 1 },
  { words: ["restore"], from: 1 },
  { words: ["config"], from: 2 },
  { words: ["programme", "export"], from: 2 },
  { words: ["programme", "import"], from: 2 },
  { words: ["migrate"], from: 2, to: 2 },
];

/**
 * Resolves files and folders against the user's current folder: npm runs scripts in the project's.
 * @param folder the user's current folder
 */
export function withWholePaths(args: readonly string[], folder: string): readonly string[] {
  const place = placesOfPaths.find(({ words }) => words.every((word, at) => args[at] === word));
  if (place === undefined) return args;
  const { from, to = Infinity } = place;
  return args.map((arg, at) =>
    at < from || at > to || arg.startsWith("--")
      ? arg
      : `${path.resolve(folder, arg)}${arg.endsWith("/") ? "/" : ""}`,
  );
}
