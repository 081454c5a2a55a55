import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

const usage = z.object({ usedBytes: z.number(), totalBytes: z.number() });

/** Measured on request; null where that fails. */
export const systemStatusSchema = z.object({
  version: z.string(),
  uptimeSeconds: z.number(),
  /** Use of all the machine's cores over the last seconds, 0 to 100. */
  cpuPercent: z.nullable(z.number()),
  memory: usage,
  /** The disk of the station's data. */
  disk: z.nullable(usage),
  connections: z.object({ sockets: z.int(), listeners: z.nullable(z.int()) }),
  trackCount: z.int(),
  /** Problems with the proxy in front of the station, each with the remedy. */
  proxyProblems: z.array(z.string()),
  /** Why other machines can't reach the station, with the remedy; null: they can, as far as it knows. */
  reachProblem: z.nullable(z.string()),
  /** Whether /docs serves the documentation. */
  hasDocs: z.boolean(),
});

export type SystemStatus = z.infer<typeof systemStatusSchema>;

export const monitoringSchema = z.object({
  uptimeSeconds: z.number(),
  /** The server's event-loop delay over the last minute, in ms; `p99` is that of the worst ten seconds. */
  eventLoopDelayMs: z.object({ mean: z.number(), p99: z.number(), max: z.number() }),
  /** The server's share of all cores, 0 to 100, and its memory. */
  server: z.object({
    cpuPercent: z.nullable(z.number()),
    heapUsedBytes: z.number(),
    residentBytes: z.number(),
  }),
  database: z.object({ engine: z.enum(["embedded", "server"]), latencyMs: z.nullable(z.number()) }),
  onAir: z.object({
    isLinked: z.boolean(),
    engine: z.enum(["running", "starting", "down", "unknown"]),
    source: z.nullable(z.string()),
    /** Speed of making and encoding the programme relative to real time; null while stopped. */
    encoderSpeed: z.nullable(z.number()),
    listeners: z.nullable(z.int()),
  }),
  sockets: z.int(),
});

export type Monitoring = z.infer<typeof monitoringSchema>;

export const databaseStatusSchema = z.object({
  connected: z.boolean(),
  /** With the password masked; for the embedded database, `embedded` and the folder. */
  url: z.string(),
  engine: z.enum(["embedded", "server"]),
  /** Version of the database engine; null while it does not respond. */
  version: z.nullable(z.string()),
  orm: z.string(),
  ssl: z.boolean(),
  /** Row counts of the tables named in the spec. */
  tables: z.record(z.string(), z.int()),
  tableCount: z.nullable(z.int()),
  /** DATABASE_CONSOLE_URL. */
  consoleUrl: z.nullable(z.string()),
  lastChecked: z.iso.datetime(),
  error: z.nullable(z.string()),
});

export type DatabaseStatus = z.infer<typeof databaseStatusSchema>;

const databaseTestSchema = z.object({
  success: z.boolean(),
  timestamp: z.iso.datetime(),
  tests: z.array(
    z.object({
      name: z.string(),
      status: z.enum(["OK", "FAILED"]),
      durationMs: z.number(),
      error: z.nullable(z.string()),
    }),
  ),
});

export type DatabaseTest = z.infer<typeof databaseTestSchema>;

/** Maximum rows returned by the console. */
export const CONSOLE_ROW_LIMIT = 500;

const consoleResultSchema = z.object({
  /** Empty without rows. */
  columns: z.array(z.string()),
  /** As text; long values are cut and end with an ellipsis. */
  rows: z.array(z.array(z.nullable(z.string()))),
  /** There are more rows than shown. */
  isCut: z.boolean(),
  durationMs: z.number(),
});

export type ConsoleResult = z.infer<typeof consoleResultSchema>;

export const consoleCalls = defineCalls({
  runStatement: {
    method: "POST",
    path: "/api/database/query",
    response: consoleResultSchema,
  },
});

export const systemCalls = defineCalls({
  getSystemStatus: {
    method: "GET",
    path: "/api/system/status",
    response: systemStatusSchema,
  },
  getMonitoring: {
    method: "GET",
    path: "/api/monitoring",
    response: monitoringSchema,
  },
  restartEngine: {
    method: "POST",
    path: "/api/system/restart-engine",
    response: z.object({ restarted: z.literal(true) }),
  },
  restartIrc: {
    method: "POST",
    path: "/api/system/restart-irc",
    response: z.object({ restarted: z.literal(true) }),
  },
  getDatabaseStatus: {
    method: "GET",
    path: "/api/database/status",
    response: databaseStatusSchema,
  },
  testDatabase: {
    method: "POST",
    path: "/api/database/test",
    response: databaseTestSchema,
  },
});
