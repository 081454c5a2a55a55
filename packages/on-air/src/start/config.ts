import * as z from "zod";
import { tlsConfigSchema } from "@neonrelay/process/certificate-files";
import { logLevels } from "@neonrelay/process/log";
import { edgeNameSchema } from "../edge/edge-protocol.ts";

/** What the launcher passes to the on-air process. Validated again here, because it comes over a pipe. */
export const onAirConfigSchema = z.object({
  streamHost: z.string(),
  /** 0 takes any free port. */
  streamPort: z.int().min(0).max(65_535),
  /** For sources using SHOUTcast's first protocol; null: none. 0 takes any free port. */
  shoutcastPort: z.nullable(z.int().min(0).max(65_535)),
  /** Where on-air keeps its journal, rotation and last settings. */
  stateFolder: z.string(),
  /** Unix socket the server connects to. */
  socketPath: z.string(),
  /** Secret sent by this station's edges; null: there are none. */
  edgeSecret: z.nullable(z.string()).default(null),
  /** Password sent by Icecast servers that ask for the list of mounts; null: none may. */
  relayPassword: z.nullable(z.string()).default(null),
  /** MMDB file of countries; null: listeners have none. */
  geoipFile: z.nullable(z.string()).default(null),
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  trustProxy: z.array(z.string()),
  /** null: plain HTTP. */
  tls: z.nullable(tlsConfigSchema),
  /** Maximum connections to the mounts, and maximum waiting. */
  limits: z.object({
    /** For one IPv4 address or IPv6 /64. */
    perNetwork: z.int().min(1),
    /** For each address of this machine. */
    fromLoopback: z.int().min(1),
  }),
  /** The public address of the stream server, without a mount; null derives it from each request. */
  publicStreamUrl: z.nullable(z.url()),
  /** Address of the web app, for the status page's link. */
  site: z.object({
    publicUrl: z.nullable(z.url()),
    host: z.string(),
    /** null: any free port. */
    port: z.nullable(z.int().min(1).max(65_535)),
  }),
  /** The whole station is starting, not just this part after a crash: auto-play decides whether it plays. */
  isStationStart: z.boolean(),
  logLevel: z.enum(logLevels),
  /** 1 is real time. Only tests and benchmarks use more. */
  clockSpeed: z.number().positive().max(100),
});
export type OnAirConfig = Readonly<z.infer<typeof onAirConfigSchema>>;

/** What the launcher passes to an edge. Validated again here, because it comes over a pipe. */
export const edgeConfigSchema = z.object({
  /** Address of the master's stream server, without a mount. */
  master: z.url({ protocol: /^https?$/ }),
  /** The master's EDGE_SECRET. */
  secret: z.string().min(1),
  name: edgeNameSchema,
  weight: z.int().min(0).max(100),
  ...onAirConfigSchema.pick({
    streamHost: true,
    streamPort: true,
    stateFolder: true,
    geoipFile: true,
    trustProxy: true,
    tls: true,
    limits: true,
    /** null: players are not sent here. */
    publicStreamUrl: true,
    logLevel: true,
  }).shape,
});
export type EdgeConfig = Readonly<z.infer<typeof edgeConfigSchema>>;
