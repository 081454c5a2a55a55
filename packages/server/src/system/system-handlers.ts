import type { AudienceIntake } from "../audience/audience-intake.ts";
import { type DatabaseStatus, systemApi } from "@neonrelay/contract";
import path from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { isDocsSiteThere, type ServerConfig } from "../config/config.ts";
import type { ScheduledBackups } from "../backup/scheduled-backups.ts";
import { reasonOf } from "../database/database-failures.ts";
import type { Database } from "../database/database.ts";
import { countStation, findDatabaseFacts } from "./system-store.ts";
import { tryConnection } from "../database/try-connection.ts";
import { tryReading, tryWriting } from "../health/storage-store.ts";
import type { PresentBrowsers } from "../chat/present-browsers.ts";
import type { DatabaseProbe } from "../health/database-probe.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { Irc } from "../irc/irc.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { CommandRefusedError, LinkDownError } from "../on-air-link/open-commands.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import { measureDisk, measureMemory, type LoadMeter } from "./load-meter.ts";
import { maskPassword } from "./load-rules.ts";

export interface SystemParts {
  readonly config: ServerConfig;
  readonly database: Database;
  readonly link: OnAirLink;
  readonly irc: Irc;
  readonly systemLog: SystemLog;
  readonly meter: LoadMeter;
  readonly probe: DatabaseProbe;
  readonly browsers: PresentBrowsers;
  readonly backups: Pick<ScheduledBackups, "ageMs">;
  readonly audience: Pick<AudienceIntake, "totals">;
  /** null: the station has no other nodes. */
  readonly publisher: { readonly isBusUp: boolean; readonly socketsElsewhere: number } | null;
  /** Inconsistencies in the setup of a proxy before the station. */
  readonly proxyProblems: () => readonly string[];
  /** Why other machines can't reach the station. */
  readonly reachProblem: () => string | null;
}

export const systemFeature = feature(systemApi, systemHandlers);

function systemHandlers(parts: SystemParts): HandlersFor<typeof systemApi> {
  const { config, database, link, irc, systemLog, meter, probe, browsers } = parts;
  return {
    getSystemStatus: async () => ({
      proxyProblems: [...parts.proxyProblems()],
      reachProblem: parts.reachProblem(),
      hasDocs: isDocsSiteThere(config.docsRoot),
      version: packageFile.version,
      uptimeSeconds: process.uptime(),
      cpuPercent: meter.machineCpuPercent,
      memory: measureMemory(),
      disk: await measureDisk(config.dataDir),
      connections: { sockets: browsers.size, listeners: link.listeners },
      trackCount: (await countStation(database.connection)).tracks,
    }),
    getMonitoring: async () => {
      const answer = await probe();
      const status = link.currentStatus;
      const { heapUsed, rss } = process.memoryUsage();
      return {
        uptimeSeconds: process.uptime(),
        eventLoopDelayMs: meter.loopDelayMs,
        server: {
          cpuPercent: meter.processCpuPercent,
          heapUsedBytes: heapUsed,
          residentBytes: rss,
        },
        database: {
          engine: database.engine,
          latencyMs: answer.kind === "answered" ? answer.latencyMs : null,
        },
        onAir: {
          isLinked: link.isUp,
          engine: status?.engine ?? "unknown",
          source: status?.source ?? null,
          encoderSpeed: status?.encoderSpeed ?? null,
          listeners: link.listeners,
        },
        sockets: browsers.size,
      };
    },
    restartEngine: async (_request, { caller }) => {
      const { restarted } = await restartEngine(link);
      if (!restarted)
        throw new ApiFailure({
          error: "The audio engine is not running; it is starting again",
          code: "unavailable",
        });
      systemLog.recordOperatorAction({
        who: caller,
        action: "restarted the audio engine",
        details: null,
      });
      return { restarted };
    },
    restartIrc: async (_request, { caller }) => {
      if (!irc.restart())
        throw new ApiFailure({ error: "IRC is turned off on this station", code: "unavailable" });
      systemLog.recordOperatorAction({ who: caller, action: "restarted IRC", details: null });
      return { restarted: true };
    },
    getDatabaseStatus: () => describeDatabase(parts),
    testDatabase: async () => {
      const tests = [
        await tried("Connection", () => connect(parts)),
        await tried("Read", () => tryReading(database.connection)),
        await tried("Write and roll back", () => tryWriting(database)),
      ];
      return {
        success: tests.every(({ status }) => status === "OK"),
        timestamp: new Date().toISOString(),
        tests,
      };
    },
  };
}

async function restartEngine(link: OnAirLink): Promise<{ readonly restarted: boolean }> {
  try {
    return await link.run("restartEngine", {});
  } catch (error) {
    if (error instanceof LinkDownError || error instanceof CommandRefusedError)
      throw new ApiFailure({ error: error.message, code: "unavailable" });
    throw error;
  }
}

async function describeDatabase({ config, database }: SystemParts): Promise<DatabaseStatus> {
  const known = {
    url:
      config.databaseUrl === null
        ? `embedded: ${path.join(config.dataDir, "database")}`
        : maskPassword(config.databaseUrl),
    engine: database.engine,
    orm: "Drizzle ORM",
    consoleUrl: config.databaseConsoleUrl,
    lastChecked: new Date().toISOString(),
  };
  try {
    const facts = await findDatabaseFacts(database);
    return { ...known, ...facts, tables: { ...facts.tables }, connected: true, error: null };
  } catch (error) {
    return {
      ...known,
      connected: false,
      version: null,
      ssl: false,
      tables: {},
      tableCount: null,
      error: `The database does not answer: ${reasonOf(error)}`,
    };
  }
}

/** The embedded database has one connection, which is already open. */
async function connect({ config, database }: SystemParts): Promise<void> {
  if (config.databaseUrl === null) await tryReading(database.connection);
  else await tryConnection(config.databaseUrl);
}

async function tried(name: string, work: () => Promise<void>) {
  const startedAtMs = performance.now();
  const error = await work().then(() => null, reasonOf);
  const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
  return { name, status: error === null ? "OK" : "FAILED", durationMs, error } as const;
}
