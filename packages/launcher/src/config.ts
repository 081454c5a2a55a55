import { isIP } from "node:net";
import path from "node:path";
import * as z from "zod";
import { ircEnvironment, ircProblems, readIrcConfig, type IrcConfig } from "./irc-config.ts";
import type { CertificateFiles } from "@neonrelay/process/certificate-files";
import { logLevels } from "@neonrelay/process/log";
import { logFormats, type LogFormat } from "./output-lines.ts";
import { readTlsConfig, tlsProblems } from "./tls-config.ts";

/** All configuration problems together, one line each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n  ${problems.join("\n  ")}`,
    );
    this.problems = problems;
  }
}

export const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a port number from 0 to 65535")
    .transform(Number)
    .refine((value) => value <= 65_535, "must be a port number from 0 to 65535")
    .default(fallback);

export const count = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "must be a number from 1 to 999999")
    .transform(Number)
    .default(fallback);

/** A port number, or `off`, the default. */
const optionalPort = z
  .string()
  .regex(/^(?:off|\d+)$/, "must be off or a port number from 0 to 65535")
  .transform((text) => (text === "off" ? null : Number(text)))
  .refine(
    (value) => value === null || value <= 65_535,
    "must be off or a port number from 0 to 65535",
  )
  .default(null);

export const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" })
  .transform((address) => address.replace(/\/+$/, ""))
  .optional();

const onOrOff = z.enum(["on", "off"], { error: "must be on or off" });

const list = (separator: string | RegExp) =>
  z
    .string()
    .transform((text) =>
      text
        .split(separator)
        .map((item) => item.trim())
        .filter((item) => item !== ""),
    )
    .default([]);

/** A secret that other machines or programs present to this station. */
export const sharedSecret = z
  .string()
  .min(16, "must have at least 16 characters")
  .regex(/^[\x21-\x7e]+$/, "must have letters, digits and symbols only, no spaces");

export const proxies = list(",").refine(
  (addresses) => addresses.every(isAddressOrNetwork),
  "must be IP addresses or networks such as 10.0.0.0/8, separated by commas",
);

const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must begin with postgres://, followed by user, password, host and database",
});

const natsAddress = z
  .url({
    protocol: /^(?:nats|tls)$/,
    error: "must begin with nats:// or tls://, followed by user, password and host",
  })
  .refine(hasReadableCredentials, "needs %25 instead of each % of the password");

const environmentSchema = z.object({
  HOST: z.string().min(1, "must not be empty").default("127.0.0.1"),
  PORT: port(5000),
  STREAM_HOST: z.string().min(1, "must not be empty").optional(),
  STREAM_PORT: port(8000),
  SHOUTCAST_PORT: optionalPort,
  DATA_DIR: z.string().min(1, "must not be empty").default("./data"),
  MUSIC_DIRS: list(path.delimiter),
  DEMO_MUSIC: onOrOff.default("on"),
  BUILD_DOCS: onOrOff.default("on"),
  DATABASE_URL: databaseAddress.optional(),
  NODE_NAME: z
    .string()
    .regex(/^[\w-]{1,30}$/, "must have 1 to 30 letters, digits, - or _")
    .optional(),
  NODE_ON_AIR: onOrOff.default("on"),
  DATABASE_STANDBY_URL: databaseAddress.optional(),
  NATS_URL: natsAddress.optional(),
  DATABASE_CONSOLE_URL: webAddress,
  SOURCE_URL: webAddress,
  METRICS_TOKEN: sharedSecret.optional(),
  ADMIN_USERNAME: z.string().min(2, "must have at least 2 characters").max(64).default("admin"),
  ADMIN_PASSWORD: z.string().min(10, "must have at least 10 characters").optional(),
  ADMIN_ACCESS_CODE: z.string().min(10, "must have at least 10 characters").optional(),
  PUBLIC_URL: webAddress,
  PUBLIC_STREAM_URL: webAddress,
  EDGE_SECRET: sharedSecret.optional(),
  RELAY_PASSWORD: sharedSecret.optional(),
  GEOIP_FILE: z.string().optional(),
  TRUST_PROXY: proxies,
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  LISTENERS_PER_NETWORK: count(50),
  LISTENERS_FROM_LOOPBACK: count(500),
  ...ircEnvironment,
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
  LOG_FORMAT: z
    .enum(logFormats, { error: `must be one of ${logFormats.join(", ")}` })
    .default("auto"),
});

/** Every variable the station reads. */
export const knownVariables: readonly string[] = Object.keys(environmentSchema.shape);

function hasReadableCredentials(address: string): boolean {
  const { username, password } = new URL(address);
  try {
    decodeURIComponent(`${username}${password}`);
    return true;
  } catch {
    return false; // the only error it throws
  }
}

function isAddressOrNetwork(text: string): boolean {
  const [address = "", prefix, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  );
}

export interface StationConfig {
  readonly host: string;
  readonly port: number;
  readonly streamHost: string;
  readonly streamPort: number;
  /** null: no SHOUTcast v1 sources. */
  readonly shoutcastPort: number | null;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute. */
  readonly musicDirs: readonly string[];
  readonly demoMusic: boolean;
  /** Whether a start builds the documentation site when it is missing or outdated. */
  readonly buildsDocs: boolean;
  readonly databaseUrl: string | null;
  /** null: the station has only this server. */
  readonly node: NodeConfig | null;
  readonly databaseConsoleUrl: string | null;
  /** Where the running version's source code is; null: the station serves it itself. */
  readonly sourceUrl: string | null;
  readonly metricsToken: string | null;
  readonly admin: {
    readonly username: string;
    readonly password: string | null;
    readonly accessCode: string | null;
  };
  readonly publicUrl: string | null;
  readonly publicStreamUrl: string | null;
  /** Secret that edges present; null: no edges. */
  readonly edgeSecret: string | null;
  readonly relayPassword: string | null;
  /** MMDB file of countries, absolute; null: listeners have none. */
  readonly geoipFile: string | null;
  readonly trustProxy: readonly string[];
  /** Certificate files for the web and stream ports, absolute; null: both use plain HTTP. */
  readonly tls: CertificateFiles | null;
  /** Maximum listeners per network, and per address of this machine, where a proxy may forward others. */
  readonly listenerLimits: { readonly perNetwork: number; readonly fromLoopback: number };
  readonly irc: IrcConfig;
  readonly logLevel: (typeof logLevels)[number];
  readonly logFormat: LogFormat;
}

/** One of several servers of a station. */
export interface NodeConfig {
  readonly name: string;
  /** Replica of the database, used when the primary is gone; null: none. */
  readonly standbyUrl: string | null;
  /** nats-server between the nodes, with its credentials; null: the nodes use the database. */
  readonly natsUrl: string | null;
  /** This launcher starts on-air too. */
  readonly hasOnAir: boolean;
}

/** Node variables that conflict: one line per problem. */
function nodeProblems(read: z.infer<typeof environmentSchema>): readonly string[] {
  if (read.NODE_NAME === undefined) {
    const problems: string[] = [];
    if (read.NODE_ON_AIR === "off") problems.push("NODE_ON_AIR needs NODE_NAME");
    if (read.DATABASE_STANDBY_URL !== undefined)
      problems.push("DATABASE_STANDBY_URL needs NODE_NAME");
    if (read.NATS_URL !== undefined) problems.push("NATS_URL needs NODE_NAME");
    return problems;
  }
  const problems: string[] = [];
  if (read.DATABASE_URL === undefined)
    problems.push("NODE_NAME needs DATABASE_URL: several servers share a PostgreSQL server");
  if (read.TLS_CERT !== undefined)
    problems.push("NODE_NAME and TLS_CERT exclude each other: the proxy in front ends TLS");
  if (read.NODE_ON_AIR === "off" && read.STREAM_PORT === 0)
    problems.push("NODE_ON_AIR=off needs STREAM_PORT: the port of on-air, which runs already");
  return problems;
}

/**
 * Reads and validates the whole environment.
 * @param workingFolder base for relative paths
 * @throws ConfigError naming every problem
 */
export function readConfig({
  environment,
  workingFolder,
}: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
}): StationConfig {
  // An empty variable counts as unset, as in most programs.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = environmentSchema.safeParse(given);
  if (!result.success)
    throw new ConfigError(
      result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`),
    );
  const read = result.data;
  const problems = [...ircProblems(read), ...tlsProblems(read), ...nodeProblems(read)];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    host: read.HOST,
    port: read.PORT,
    streamHost: read.STREAM_HOST ?? read.HOST,
    streamPort: read.STREAM_PORT,
    shoutcastPort: read.SHOUTCAST_PORT,
    dataDir: path.resolve(workingFolder, read.DATA_DIR),
    musicDirs: read.MUSIC_DIRS.map((folder) => path.resolve(workingFolder, folder)),
    demoMusic: read.DEMO_MUSIC === "on",
    buildsDocs: read.BUILD_DOCS === "on",
    databaseUrl: read.DATABASE_URL ?? null,
    node: readNode(read),
    databaseConsoleUrl: read.DATABASE_CONSOLE_URL ?? null,
    sourceUrl: read.SOURCE_URL ?? null,
    metricsToken: read.METRICS_TOKEN ?? null,
    admin: {
      username: read.ADMIN_USERNAME,
      password: read.ADMIN_PASSWORD ?? null,
      accessCode: read.ADMIN_ACCESS_CODE ?? null,
    },
    publicUrl: read.PUBLIC_URL ?? null,
    publicStreamUrl: read.PUBLIC_STREAM_URL ?? null,
    edgeSecret: read.EDGE_SECRET ?? null,
    relayPassword: read.RELAY_PASSWORD ?? null,
    geoipFile: read.GEOIP_FILE === undefined ? null : path.resolve(workingFolder, read.GEOIP_FILE),
    trustProxy: read.TRUST_PROXY,
    tls: readTlsConfig(read, workingFolder),
    listenerLimits: {
      perNetwork: read.LISTENERS_PER_NETWORK,
      fromLoopback: read.LISTENERS_FROM_LOOPBACK,
    },
    irc: readIrcConfig(read, workingFolder),
    logLevel: read.LOG_LEVEL,
    logFormat: read.LOG_FORMAT,
  };
}

function readNode(read: z.infer<typeof environmentSchema>): NodeConfig | null {
  if (read.NODE_NAME === undefined) return null;
  return {
    name: read.NODE_NAME,
    standbyUrl: read.DATABASE_STANDBY_URL ?? null,
    natsUrl: read.NATS_URL ?? null,
    hasOnAir: read.NODE_ON_AIR === "on",
  };
}
