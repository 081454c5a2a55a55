import * as z from "zod";
import { tlsConfigSchema, type TlsConfig } from "@neonrelay/process/certificate-files";
import { logLevels } from "@neonrelay/process/log";

const keyPair = { certificate: z.string(), key: z.string() };

/** What IRC_* say, see the launcher's irc-config.ts. */
const ircConfigSchema = z.object({
  connection: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("off") }),
    z.object({
      kind: z.literal("embedded"),
      host: z.string(),
      port: z.nullable(z.int().min(0).max(65_535)),
      clients: z.object({ perNetwork: z.int().min(1), fromLoopback: z.int().min(1) }),
      tls: z.nullable(z.object({ ...keyPair, port: z.int().min(0).max(65_535) })),
    }),
    z.object({
      kind: z.literal("network"),
      host: z.string(),
      port: z.int().min(0).max(65_535),
      tls: z.boolean(),
      pace: z.enum(["normal", "strict", "unlimited"]),
      password: z.nullable(z.string()),
      sasl: z.nullable(z.object({ user: z.string(), password: z.string() })),
      clientCertificate: z.nullable(z.object(keyPair)),
    }),
  ]),
  channel: z.nullable(z.string()),
  channelKey: z.nullable(z.string()),
  nick: z.nullable(z.string()),
});
export type IrcConfig = Readonly<z.infer<typeof ircConfigSchema>>;

/** What NODE_* say of one of several servers of a station. */
const nodeConfigSchema = z.object({
  name: z.string(),
  /** A copy of the database, which takes its place when it is gone; null: there is none. */
  standbyUrl: z.nullable(z.string()),
  /** A nats-server between the nodes, with its credentials; null: the database is between them. */
  natsUrl: z.nullable(z.string()),
  /** on-air runs beside this server, under the same launcher. */
  hasOnAir: z.boolean(),
});

/** What the launcher gives the process server. Checked again here, because it comes over a pipe. */
export const serverConfigSchema = z.object({
  host: z.string(),
  /** 0 takes any free port. */
  port: z.int().min(0).max(65_535),
  /** The launcher kept the listening socket of the process before, and sends it. */
  isPortKept: z.boolean(),
  /** Where the stream server listens; a browser is given PUBLIC_STREAM_URL or this port on the page's host. */
  streamHost: z.string(),
  streamPort: z.int().min(1).max(65_535),
  publicUrl: z.nullable(z.url()),
  publicStreamUrl: z.nullable(z.url()),
  trustProxy: z.array(z.string()),
  /** null: plain HTTP. */
  tls: z.nullable(tlsConfigSchema),
  dataDir: z.string(),
  musicDirs: z.array(z.string()),
  demoMusic: z.boolean(),
  /** null: the embedded database in dataDir. */
  databaseUrl: z.nullable(z.string()),
  /** null: the station's only server. */
  node: z.nullable(nodeConfigSchema),
  /** A console somewhere else to link to. */
  databaseConsoleUrl: z.nullable(z.url()),
  /** Where the source of the running version is; null: the station serves its own. */
  sourceUrl: z.nullable(z.url()),
  /** Lets others than this machine read /metrics. */
  metricsToken: z.nullable(z.string()),
  /** First start only; null is generated. */
  admin: z.object({
    username: z.string(),
    password: z.nullable(z.string()),
    accessCode: z.nullable(z.string()),
  }),
  irc: ircConfigSchema,
  onAirSocketPath: z.string(),
  controlSocketPath: z.string(),
  /** Folder of the built web app. */
  webRoot: z.string(),
  /** Folder of the documentation site; it need not be there. */
  docsRoot: z.string(),
  /** The whole station starts, as opposed to this part after a crash: auto-play decides whether it plays. */
  isStationStart: z.boolean(),
  /**
   * A start that fails is answered with 503 on the web port for so long, in ms, before this process asks to be started
   * again; null: it ends the process.
   */
  retryStartMs: z.nullable(z.int().min(0)),
  /** A new version is tried on a copy of the data: nothing goes to other Icecast servers. */
  isTrial: z.boolean(),
  logLevel: z.enum(logLevels),
});
export type ServerConfig = Readonly<z.infer<typeof serverConfigSchema>>;

/** For what does not listen, such as a command: of a certificate only where it is, for it need not be good. */
export type QuietConfig = Omit<ServerConfig, "tls"> & {
  readonly tls: Pick<TlsConfig, "files"> | null;
};
