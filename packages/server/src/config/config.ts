import * as z from "zod";
import path from "node:path";
import { type TlsConfig, tlsConfigSchema } from "@neonrelay/process/certificate-files";
import { logLevels } from "@neonrelay/process/log";
import { existsSync } from "node:fs";

const keyPair = { certificate: z.string(), key: z.string() };

/** The IRC_* variables, see the launcher's irc-config.ts. */
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

/** The NODE_* variables of one of a station's several servers. */
const nodeConfigSchema = z.object({
  name: z.string(),
  /** A replica of the database that takes over when the database is gone; null: none. */
  standbyUrl: z.nullable(z.string()),
  /** A nats-server between the nodes, including credentials; null: the nodes communicate through the database. */
  natsUrl: z.nullable(z.string()),
  /** on-air runs beside this server, under the same launcher. */
  hasOnAir: z.boolean(),
});

/** What the launcher passes to this process. Validated again, because it arrives over a pipe. */
export const serverConfigSchema = z.object({
  host: z.string(),
  /** 0: any free port. */
  port: z.int().min(0).max(65_535),
  /** The launcher has kept the previous process's listening socket and sends it. */
  isPortKept: z.boolean(),
  /** Where the stream server listens; browsers get PUBLIC_STREAM_URL or this port on the page's host. */
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
  /** An external console to link to. */
  databaseConsoleUrl: z.nullable(z.url()),
  /** URL of the running version's source; null: the station serves its own. */
  sourceUrl: z.nullable(z.url()),
  /** Lets other machines read /metrics. */
  metricsToken: z.nullable(z.string()),
  /** First start only; null: generated. */
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
  /** Folder of the documentation site; may be missing. */
  docsRoot: z.string(),
  /** The whole station is starting, rather than this part after a crash: auto-play decides whether it plays. */
  isStationStart: z.boolean(),
  /**
   * After a failed start, how long the web port answers 503 before this process asks for a restart, in ms; null: the
   * process exits instead.
   */
  retryStartMs: z.nullable(z.int().min(0)),
  /** A new version on trial with a copy of the data: nothing goes to other Icecast servers. */
  isTrial: z.boolean(),
  logLevel: z.enum(logLevels),
});
export type ServerConfig = Readonly<z.infer<typeof serverConfigSchema>>;

/** For commands and others that don't listen: only the location of a certificate, which need not be valid. */
export type QuietConfig = Omit<ServerConfig, "tls"> & {
  readonly tls: Pick<TlsConfig, "files"> | null;
};

/** Whether the documentation site exists, built by `npm run docs` or shipped with the package. */
export function isDocsSiteThere(docsRoot: string): boolean {
  return existsSync(path.join(docsRoot, "index.html"));
}
