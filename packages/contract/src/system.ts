import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

const usage = z.object({ usedBytes: z.number(), totalBytes: z.number() });

/** Measured when asked; null while it can't be measured. */
export const systemStatusSchema = z.object({
  version: z.string(),
  uptimeSeconds: z.number(),
  /** Of all cores of the machine in the last seconds, 0 to 100. */
  cpuPercent: z.nullable(z.number()),
  memory: usage,
  /** Where the station keeps its data. */
  disk: z.nullable(usage),
  connections: z.object({ sockets: z.int(), listeners: z.nullable(z.int()) }),
  trackCount: z.int(),
  /** What does not fit together about a proxy before the station, each in sentences that say what to set. */
  proxyProblems: z.array(z.string()),
});
export type SystemStatus = z.infer<typeof systemStatusSchema>;

export const monitoringSchema = z.object({
  uptimeSeconds: z.number(),
  /** How late the server's event loop was, in ms, in the last minute; `p99` is that of its worst ten seconds. */
  eventLoopDelayMs: z.object({ mean: z.number(), p99: z.number(), max: z.number() }),
  /** The part of all cores the server takes, 0 to 100, beside its memory. */
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

/** Rows a statement in the console gives at most. */
export const CONSOLE_ROW_LIMIT = 500;

export const consoleResultSchema = z.object({
  /** None where there are no rows. */
  columns: z.array(z.string()),
  /** As text; a long value is cut short and ends with an ellipsis. */
  rows: z.array(z.array(z.nullable(z.string()))),
  /** There are more rows than are given. */
  isCut: z.boolean(),
  durationMs: z.number(),
});
export type ConsoleResult = z.infer<typeof consoleResultSchema>;

export const consoleApi = defineApi({
  runStatement: {
    method: "POST",
    path: "/api/database/query",
    access: "database_console",
    errors: ["conflict"],
    summary:
      "Run one statement that reads, for 5 seconds and 500 rows at most; accounts, sessions and secrets can't be read",
    example: {
      body: { statement: "select title, artist from tracks order by title limit 2" },
      response: {
        columns: ["title", "artist"],
        rows: [
          ["Afterglow", "Mira Vale"],
          ["Night Drive", "Neon Coast"],
        ],
        isCut: false,
        durationMs: 2.4,
      },
    },
    body: z.object({ statement: z.string().check(z.minLength(1), z.maxLength(10_000)) }),
    response: consoleResultSchema,
  },
});

export const systemApi = defineApi({
  getSystemStatus: {
    method: "GET",
    path: "/api/system/status",
    access: "system_config",
    summary: "Load of the machine and size of the station",
    response: systemStatusSchema,
    example: {
      response: {
        version: "0.1.0",
        uptimeSeconds: 86_400.5,
        cpuPercent: 12.5,
        memory: { usedBytes: 2_147_483_648, totalBytes: 8_589_934_592 },
        disk: { usedBytes: 21_474_836_480, totalBytes: 107_374_182_400 },
        connections: { sockets: 42, listeners: 128 },
        trackCount: 2310,
        proxyProblems: [],
      },
    },
  },
  getMonitoring: {
    method: "GET",
    path: "/api/monitoring",
    access: "system_config",
    summary: "How well each part of the station keeps up",
    response: monitoringSchema,
    example: {
      response: {
        uptimeSeconds: 86_400.5,
        eventLoopDelayMs: { mean: 0.4, p99: 2.1, max: 18.7 },
        server: { cpuPercent: 1.5, heapUsedBytes: 73_400_320, residentBytes: 188_743_680 },
        database: { engine: "embedded", latencyMs: 0.8 },
        onAir: {
          isLinked: true,
          engine: "running",
          source: "queue",
          encoderSpeed: 41.5,
          listeners: 128,
        },
        sockets: 42,
      },
    },
  },
  restartEngine: {
    method: "POST",
    path: "/api/system/restart-engine",
    access: "system_config",
    errors: ["unavailable"],
    summary: "Start the sound engine anew; listeners stay and the track goes on",
    response: z.object({ restarted: z.literal(true) }),
    example: { response: { restarted: true } },
  },
  restartIrc: {
    method: "POST",
    path: "/api/system/restart-irc",
    access: "system_config",
    errors: ["unavailable"],
    summary: "Connect the bot to IRC anew",
    response: z.object({ restarted: z.literal(true) }),
    example: { response: { restarted: true } },
  },
  getDatabaseStatus: {
    method: "GET",
    path: "/api/database/status",
    access: "system_config",
    summary: "Which database the station uses, and what is in it",
    response: databaseStatusSchema,
    example: {
      response: {
        connected: true,
        url: "postgres://radio:****@db.example:5432/radio",
        engine: "server",
        version: "17.5",
        orm: "Drizzle ORM",
        ssl: true,
        tables: {
          users: 4,
          tracks: 2310,
          queue_items: 12,
          chat_messages: 804,
          comments: 51,
          radio_state: 1,
          system_logs: 230,
          security_events: 17,
          station_settings: 1,
        },
        tableCount: 17,
        consoleUrl: null,
        lastChecked: "2026-01-31T20:15:00.000Z",
        error: null,
      },
    },
  },
  testDatabase: {
    method: "POST",
    path: "/api/database/test",
    access: "system_config",
    summary: "Try connection, reading, writing and a rolled-back transaction",
    response: databaseTestSchema,
    example: {
      response: {
        success: true,
        timestamp: "2026-01-31T20:15:00.000Z",
        tests: [
          { name: "Connection", status: "OK", durationMs: 4.2, error: null },
          { name: "Read", status: "OK", durationMs: 1.1, error: null },
          { name: "Write and roll back", status: "OK", durationMs: 3.7, error: null },
        ],
      },
    },
  },
});
