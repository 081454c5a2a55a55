import * as z from "zod";
import { tlsConfigSchema } from "@neonrelay/process/certificate-files";
import { logLevels } from "@neonrelay/process/log";

/** What the launcher gives the process on-air. Checked again here, because it comes over a pipe. */
export const onAirConfigSchema = z.object({
  streamHost: z.string(),
  /** 0 takes any free port. */
  streamPort: z.int().min(0).max(65_535),
  /** For sources by SHOUTcast's first protocol; null: none. 0 takes any free port. */
  shoutcastPort: z.nullable(z.int().min(0).max(65_535)),
  /** Where on-air keeps its journal, rotation and last settings. */
  stateFolder: z.string(),
  /** Unix socket the server connects to. */
  socketPath: z.string(),
  /** What edges of this station give; null: there are none. */
  edgeSecret: z.nullable(z.string()).default(null),
  /** What Icecast servers give that ask for the list of mounts; null: none may. */
  relayPassword: z.nullable(z.string()).default(null),
  /** Addresses and networks of proxies whose X-Forwarded-For counts. */
  trustProxy: z.array(z.string()),
  /** null: plain HTTP. */
  tls: z.nullable(tlsConfigSchema),
  /** Most connections to the mounts, and most that wait. */
  limits: z.object({
    /** Of one IPv4 address or IPv6 /64. */
    perNetwork: z.int().min(1),
    /** Of each address of this machine. */
    fromLoopback: z.int().min(1),
  }),
  /** The public address of the stream server, without a mount; null derives it from each request. */
  publicStreamUrl: z.nullable(z.url()),
  /** Where the web app is: the status page leads there. */
  site: z.object({
    publicUrl: z.nullable(z.url()),
    host: z.string(),
    /** null: any free port. */
    port: z.nullable(z.int().min(1).max(65_535)),
  }),
  /** The whole station starts, as opposed to this part after a crash: auto-play decides whether it plays. */
  isStationStart: z.boolean(),
  logLevel: z.enum(logLevels),
  /** 1 is real time. Only tests and benchmarks ask for more. */
  clockSpeed: z.number().positive().max(100),
});
export type OnAirConfig = Readonly<z.infer<typeof onAirConfigSchema>>;
