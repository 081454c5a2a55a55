import path from "node:path";
import type { ServerConfig } from "./config.ts";

/** A station's configuration for tests: on this machine, on any free port, without IRC or the station's other parts. */
export function testConfig({
  databaseUrl,
  dataDir,
}: Pick<ServerConfig, "databaseUrl" | "dataDir">): ServerConfig {
  return {
    host: "127.0.0.1",
    port: 0,
    isPortKept: false,
    streamHost: "127.0.0.1",
    streamPort: 8000,
    publicUrl: null,
    publicStreamUrl: null,
    trustProxy: [],
    tls: null,
    dataDir,
    musicDirs: [],
    demoMusic: false,
    databaseUrl,
    node: null,
    databaseConsoleUrl: null,
    sourceUrl: null,
    metricsToken: null,
    admin: { username: "admin", password: null, accessCode: null },
    irc: { connection: { kind: "off" }, channel: null, channelKey: null, nick: null },
    onAirSocketPath: path.join(dataDir, "on-air.sock"),
    controlSocketPath: path.join(dataDir, "control.sock"),
    webRoot: path.join(dataDir, "web"),
    docsRoot: path.join(dataDir, "docs"),
    isStationStart: false,
    retryStartMs: null,
    isTrial: false,
    logLevel: "silent",
  };
}
