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
