import path from "node:path";
import type { TlsConfig } from "@neonrelay/process/certificate-files";
import type { OnAirConfig } from "@neonrelay/on-air/config";
import type { ServerConfig } from "@neonrelay/server/config";
import type { StationConfig } from "./config.ts";
import type { IrcConfig } from "./irc-config.ts";

/** Values fixed by the first start, reused when parts restart. */
export interface Settled {
  /** True until everything has started once; later starts follow a crash. */
  readonly isStationStart: boolean;
  readonly streamPort: number;
  readonly webPort: number;
  /** null: not known yet, or no IRC server. */
  readonly ircPort: number | null;
}

interface ConfigSource {
  /** The certificate for both ports; null: plain HTTP. */
  readonly tls: TlsConfig | null;
  readonly config: StationConfig;
  readonly settled: Settled;
  readonly socketFolder: string;
}

export function toOnAirConfig({
  config,
  tls,
  settled,
  socketFolder,
  clockSpeed,
}: ConfigSource & { readonly clockSpeed: number }): OnAirConfig {
  return {
    streamHost: config.streamHost,
    streamPort: settled.streamPort,
    shoutcastPort: config.shoutcastPort,
    stateFolder: path.join(config.dataDir, "on-air"),
    socketPath: onAirSocketIn(socketFolder),
    edgeSecret: config.edgeSecret,
    relayPassword: config.relayPassword,
    geoipFile: config.geoipFile,
    trustProxy: [...config.trustProxy],
    tls,
    limits: config.listenerLimits,
    publicStreamUrl: config.publicStreamUrl,
    site: {
      publicUrl: config.publicUrl,
      host: config.host,
      port: config.port === 0 ? null : config.port,
    },
    isStationStart: settled.isStationStart,
    logLevel: config.logLevel,
    clockSpeed,
  };
}

export function toServerConfig({
  config,
  tls,
  settled,
  socketFolder,
  webRoot,
  docsRoot,
  isPortKept,
  retryStartMs,
  isTrial,
}: ConfigSource &
  Pick<
    ServerConfig,
    "webRoot" | "docsRoot" | "isPortKept" | "retryStartMs" | "isTrial"
  >): ServerConfig {
  return {
    host: config.host,
    port: settled.webPort,
    isPortKept,
    streamHost: config.streamHost,
    streamPort: settled.streamPort,
    publicUrl: config.publicUrl,
    publicStreamUrl: config.publicStreamUrl,
    trustProxy: [...config.trustProxy],
    tls,
    dataDir: config.dataDir,
    musicDirs: [...config.musicDirs],
    demoMusic: config.demoMusic,
    databaseUrl: config.databaseUrl,
    node: config.node,
    databaseConsoleUrl: config.databaseConsoleUrl,
    sourceUrl: config.sourceUrl,
    metricsToken: config.metricsToken,
    admin: config.admin,
    irc: keepIrcPort(config.irc, settled.ircPort),
    onAirSocketPath: onAirSocketIn(socketFolder),
    controlSocketPath: path.join(socketFolder, "control.sock"),
    webRoot,
    docsRoot,
    isStationStart: settled.isStationStart,
    retryStartMs,
    isTrial,
    logLevel: config.logLevel,
  };
}

function onAirSocketIn(socketFolder: string): string {
  return path.join(socketFolder, "on-air.sock");
}

function keepIrcPort(irc: IrcConfig, port: number | null): IrcConfig {
  const { connection } = irc;
  if (connection.kind !== "embedded" || port === null) return irc;
  return { ...irc, connection: { ...connection, port } };
}
