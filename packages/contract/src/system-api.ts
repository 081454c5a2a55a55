import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { consoleCalls, systemCalls } from "./system.ts";

export const consoleApi = defineApi(consoleCalls, {
  runStatement: {
    access: "database_console",
    errors: ["conflict"],
    summary:
      "Run one read-only SQL statement, for at most 5 seconds and 500 rows; it can't read accounts, sessions or secrets",
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
  },
});

export const systemApi = defineApi(systemCalls, {
  getSystemStatus: {
    access: "system_config",
    summary: "Machine load and size of the station",
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
        reachProblem: null,
        hasDocs: true,
      },
    },
  },
  getMonitoring: {
    access: "system_config",
    summary: "Performance of each part of the station",
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
    access: "system_config",
    errors: ["unavailable"],
    summary: "Restart the audio engine; listeners stay connected and the track goes on",
    example: { response: { restarted: true } },
  },
  restartIrc: {
    access: "system_config",
    errors: ["unavailable"],
    summary: "Reconnect the bot to IRC",
    example: { response: { restarted: true } },
  },
  getDatabaseStatus: {
    access: "system_config",
    summary: "Which database the station uses, and what is in it",
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
    access: "system_config",
    summary: "Test connecting, reading, writing and rolling back",
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
