import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

const usage = z.object({ usedBytes: z.number(), totalBytes: z.number() });

/** Measured when asked; null while it can't be measured. */
export const systemStatusSchema = z.object({
  version: z.string(),
  uptimeSeconds: z.number(),
  /** Of all cores, since the last time somebody asked, 0 to 100. */
  cpuPercent: z.nullable(z.number()),
  memory: usage,
  /** Where the station keeps its data. */
  disk: z.nullable(usage),
  connections: z.object({ sockets: z.int(), listeners: z.nullable(z.int()) }),
  trackCount: z.int(),
});
export type SystemStatus = z.infer<typeof systemStatusSchema>;

export const monitoringSchema = z.object({
  uptimeSeconds: z.number(),
  /** How late the server's event loop was, in ms, in the last minute. */
  eventLoopDelayMs: z.object({ mean: z.number(), p99: z.number(), max: z.number() }),
  server: z.object({ heapUsedBytes: z.number(), residentBytes: z.number() }),
  database: z.object({ engine: z.enum(["embedded", "server"]), latencyMs: z.nullable(z.number()) }),
  onAir: z.object({
    isLinked: z.boolean(),
    engine: z.enum(["running", "starting", "down", "unknown"]),
    source: z.nullable(z.string()),
    /** How many times faster than real time the programme is made and encoded; null while it is not. */
    encoderSpeed: z.nullable(z.number()),
    listeners: z.nullable(z.int()),
  }),
  sockets: z.int(),
});
export type Monitoring = z.infer<typeof monitoringSchema>;

export const databaseStatusSchema = z.object({
  connected: z.boolean(),
  /** With the password masked; says `embedded` and the folder for the embedded one. */
  url: z.string(),
  engine: z.enum(["embedded", "server"]),
  /** Of the database engine; null while it does not answer. */
  version: z.nullable(z.string()),
  orm: z.string(),
  ssl: z.boolean(),
  /** Rows of the tables the spec names, by table. */
  tables: z.record(z.string(), z.int()),
  tableCount: z.nullable(z.int()),
  /** DATABASE_CONSOLE_URL. */
  consoleUrl: z.nullable(z.string()),
  lastChecked: z.iso.datetime(),
  error: z.nullable(z.string()),
});
export type DatabaseStatus = z.infer<typeof databaseStatusSchema>;

export const databaseTestSchema = z.object({
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

export const systemApi = defineApi({
  getSystemStatus: {
    method: "GET",
    path: "/api/system/status",
    access: "system_config",
    summary: "Load of the machine and size of the station",
    response: systemStatusSchema,
  },
  getMonitoring: {
    method: "GET",
    path: "/api/monitoring",
    access: "system_config",
    summary: "How well each part of the station keeps up",
    response: monitoringSchema,
  },
  restartEngine: {
    method: "POST",
    path: "/api/system/restart-engine",
    access: "system_config",
    errors: ["unavailable"],
    summary: "Start the sound engine anew; listeners stay and the track goes on",
    response: z.object({ restarted: z.literal(true) }),
  },
  getDatabaseStatus: {
    method: "GET",
    path: "/api/database/status",
    access: "system_config",
    summary: "Which database the station uses, and what is in it",
    response: databaseStatusSchema,
  },
  testDatabase: {
    method: "POST",
    path: "/api/database/test",
    access: "system_config",
    summary: "Try connection, reading, writing and a rolled-back transaction",
    response: databaseTestSchema,
  },
});
