import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import type { CertificateFiles } from "@neonrelay/process/certificate-files";
import { logLevels } from "@neonrelay/process/log";
import { ConfigError, count, port, proxies, sharedSecret, webAddress } from "./config.ts";
import { logFormats, type LogFormat } from "./output-lines.ts";
import { readTlsConfig, tlsProblems } from "./tls-config.ts";

/** Usage of `npm run edge`. */
const EDGE_USAGE = `Usage: EDGE_SECRET=… npm run edge -- --master http://radio.example:8000
  --master  address of the master's stream port (MASTER_URL)
  --port    where listeners connect (STREAM_PORT, 8000)
  --name    what the master calls this edge (EDGE_NAME, the machine's name)
  --public  where players find this edge, as in http://edge.example:8000; without it they are not sent here (PUBLIC_STREAM_URL)
  --weight  its share of the players, 0 to 100 (EDGE_WEIGHT, 10)
  --data    folder of this edge alone (DATA_DIR, ./data/edge)`;

const weight = z
  .string()
  .regex(/^\d{1,3}$/, "must be a number from 0 to 100")
  .transform(Number)
  .refine((value) => value <= 100, "must be a number from 0 to 100")
  .default(10);

const schema = z.object({
  MASTER_URL: webAddress.unwrap(),
  EDGE_SECRET: sharedSecret,
  EDGE_NAME: z
    .string()
    .regex(/^[\w .-]{1,60}$/, "must have 1 to 60 letters, digits, spaces, dots, - or _"),
  EDGE_WEIGHT: weight,
  HOST: z.string().min(1).default("127.0.0.1"),
  STREAM_HOST: z.string().min(1).optional(),
  STREAM_PORT: port(8000),
  PUBLIC_STREAM_URL: webAddress,
  DATA_DIR: z.string().min(1).default("./data/edge"),
  GEOIP_FILE: z.string().optional(),
  TRUST_PROXY: proxies,
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  LISTENERS_PER_NETWORK: count(50),
  LISTENERS_FROM_LOOPBACK: count(500),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
  LOG_FORMAT: z
    .enum(logFormats, { error: `must be one of ${logFormats.join(", ")}` })
    .default("auto"),
});

/** Flags, and the variables they set. */
const flags = {
  master: "MASTER_URL",
  port: "STREAM_PORT",
  name: "EDGE_NAME",
  public: "PUBLIC_STREAM_URL",
  weight: "EDGE_WEIGHT",
  data: "DATA_DIR",
} as const;

export interface EdgeLaunch {
  readonly master: string;
  readonly secret: string;
  readonly name: string;
  readonly weight: number;
  readonly streamHost: string;
  readonly streamPort: number;
  readonly publicStreamUrl: string | null;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute; null: none. */
  readonly geoipFile: string | null;
  readonly trustProxy: readonly string[];
  readonly tls: CertificateFiles | null;
  readonly limits: { readonly perNetwork: number; readonly fromLoopback: number };
  readonly logLevel: (typeof logLevels)[number];
  readonly logFormat: LogFormat;
}

/**
 * Reads an edge's flags and environment; a flag overrides its variable.
 * @param workingFolder base for relative paths
 * @throws ConfigError naming every problem
 */
export function readEdgeConfig({
  args,
  environment,
  workingFolder,
}: {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
}): EdgeLaunch {
  const given = { EDGE_NAME: defaultName(), ...filled(environment), ...flagsIn(args) };
  const result = schema.safeParse(given);
  if (!result.success) {
    const missing = result.error.issues.map(({ path: [name], message }) =>
      Object.hasOwn(given, String(name))
        ? `${String(name)} ${message}`
        : `${String(name)} is missing`,
    );
    throw new ConfigError([...missing, ...EDGE_USAGE.split("\n")]);
  }
  const read = result.data;
  const problems = tlsProblems(read);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    master: read.MASTER_URL,
    secret: read.EDGE_SECRET,
    name: read.EDGE_NAME,
    weight: read.EDGE_WEIGHT,
    streamHost: read.STREAM_HOST ?? read.HOST,
    streamPort: read.STREAM_PORT,
    publicStreamUrl: read.PUBLIC_STREAM_URL ?? null,
    dataDir: path.resolve(workingFolder, read.DATA_DIR),
    geoipFile: read.GEOIP_FILE === undefined ? null : path.resolve(workingFolder, read.GEOIP_FILE),
    trustProxy: read.TRUST_PROXY,
    tls: readTlsConfig(read, workingFolder),
    limits: { perNetwork: read.LISTENERS_PER_NETWORK, fromLoopback: read.LISTENERS_FROM_LOOPBACK },
    logLevel: read.LOG_LEVEL,
    logFormat: read.LOG_FORMAT,
  };
}

/** An empty variable counts as unset. */
function filled(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value]],
    ),
  );
}

function flagsIn(args: readonly string[]): Readonly<Record<string, string>> {
  const options = Object.fromEntries(
    Object.keys(flags).map((name) => [name, { type: "string" as const }]),
  );
  try {
    const { values } = parseArgs({ args: [...args], options });
    return Object.fromEntries(
      Object.entries(flags).flatMap(([flag, name]) => {
        const value = values[flag];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([reason, ...EDGE_USAGE.split("\n")]);
  }
}

function defaultName(): string {
  return (
    os
      .hostname()
      .replaceAll(/[^\w .-]/g, "-")
      .slice(0, 60) || "edge"
  );
}
