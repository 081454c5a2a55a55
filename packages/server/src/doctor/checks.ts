import { findOpenFilesLimit } from "@neonrelay/process/linux-proc";
import { describeProgram, readProgramVersion } from "@neonrelay/process/program-version";
import { statfs } from "node:fs/promises";
import type { FrameBus } from "../bus/frame-bus.ts";
import { findBackupPlan } from "../backup/backup-plan-store.ts";
import type { QuietConfig } from "../config/config.ts";
import { reasonOf } from "../database/database-failures.ts";
import type { Database } from "../database/database.ts";
import { pingDatabase } from "../database/open-database.ts";
import { findPublicStationId } from "../database/data-file.ts";
import { findStationData } from "../database/station-data-store.ts";
import type { StationLock } from "../database/station-lock.ts";
import { findDisk, findMusic, findWriting, type PartState } from "../health/storage-probe.ts";
import { toHlsCopy } from "../hls-storage/hls-storage-rules.ts";
import { findHlsStorage } from "../hls-storage/hls-storage-store.ts";
import type { Irc } from "../irc/irc.ts";
import type { MediaRun } from "../media/media-runner.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { Settings } from "../settings/settings.ts";
import { findDatabaseFacts } from "../system/system-store.ts";
import {
  judgeBackups,
  judgeCodecs,
  judgeDatabase,
  judgeHlsStorage,
  judgeMusic,
} from "./content-rules.ts";
import { compareWithDatabase } from "./doctor-store.ts";
import { bad, well, type Finding } from "./finding.ts";
import { checkCertificates, checkPublicAddresses, lookUpNames } from "./address-checks.ts";
import { findNewestBackup, sampleMusic, tryCodecs } from "./content-checks.ts";
import { checkIrc } from "./irc-check.ts";
import { compareWithWeb, measureDiskSpeed } from "./machine-checks.ts";
import { checkPorts } from "./port-checks.ts";
import { judgeClock, judgeDiskRoom, judgeDiskSpeed, judgeOpenFiles } from "./machine-rules.ts";
import {
  judgeBus,
  judgeCertificates,
  judgeIrc,
  judgeNames,
  judgePorts,
  judgeProxy,
  judgeReach,
} from "./network-rules.ts";
import type { Check } from "./run-checks.ts";

const SHORT_MS = 5000;
const LONG_MS = 15_000;
const PINGS = 5;

export interface DoctorParts {
  readonly config: QuietConfig;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  /** Available only in a running station; null while it is stopped. */
  readonly running: {
    readonly irc: Irc;
    readonly link: Pick<OnAirLink, "status">;
    readonly proxyProblems: () => readonly string[];
    /** null: the station has only this server. */
    readonly bus: Pick<FrameBus, "kind" | "trouble"> | null;
  } | null;
}

/** Available once the database is open. */
export interface DoctorDatabase {
  readonly database: Database;
  readonly lock: StationLock | null;
  readonly settings: Pick<Settings, "current">;
}

/** Checks that need no database. */
export function checksWithoutDatabase(parts: DoctorParts): readonly Check[] {
  const { running } = parts;
  return [
    check("version", "Version", () => well(describeProgram(readProgramVersion()))),
    check("station", "Station", () => well(running === null ? "not running" : "running")),
    ...networkChecks(parts),
    ...diskChecks(parts),
    check(
      "codecs",
      "Codecs",
      async (signal) => judgeCodecs(await tryCodecs(parts.media, signal)),
      LONG_MS,
    ),
  ];
}

/** Checks of the database's content. */
export function checksOfDatabase(parts: DoctorParts & DoctorDatabase): readonly Check[] {
  const { database, lock, running } = parts;
  return [
    check("database", "Database", () => checkDatabase(database)),
    check("writing", "Writing to the database", async () =>
      running === null
        ? well("not tried while the station is stopped")
        : judgePart(
            await findWriting(database, lock),
            "Look at the disk and the rights of the database, and whether another station uses it.",
          ),
    ),
    ...machineChecks(parts),
    ...contentChecks(parts),
  ];
}

function networkChecks({ config, running }: DoctorParts): readonly Check[] {
  const isStationRunning = running !== null;
  const { irc } = config;
  return [
    check("ports", "Ports", async () => judgePorts(await checkPorts(config), { isStationRunning })),
    check(
      "reachability",
      "Public addresses",
      async (signal) => {
        const stationId = findPublicStationId(config.dataDir);
        const looks = isStationRunning
          ? await checkPublicAddresses(config, { stationId, signal })
          : publicAddressesOf(config);
        return judgeReach(looks, { isStationRunning });
      },
      LONG_MS,
    ),
    check("dns", "Names (DNS)", async () => judgeNames(await lookUpNames(config)), LONG_MS),
    check("tls", "Certificates", async (signal) => {
      const looks = await checkCertificates(config, { isStationRunning, signal });
      return judgeCertificates(looks, { nowMs: Date.now() });
    }),
    check("proxy", "Proxy", () => judgeProxy(running?.proxyProblems() ?? null)),
    check("irc", "IRC", async (signal) =>
      judgeIrc(await checkIrc({ config: irc, irc: running?.irc ?? null, signal })),
    ),
    ...(config.node === null
      ? []
      : [check("bus", "Messages between servers", () => judgeBus(running?.bus ?? null))]),
  ];
}

function publicAddressesOf({ publicUrl }: QuietConfig) {
  return publicUrl === null
    ? []
    : [{ variable: "PUBLIC_URL", url: publicUrl, look: { kind: "unknown" } as const }];
}

function diskChecks({ config: { dataDir } }: DoctorParts): readonly Check[] {
  const judgeRoom = async (): Promise<Finding> => {
    const { bavail, bsize } = await statfs(dataDir);
    return judgeDiskRoom(bavail * bsize);
  };
  return [
    check("disk-room", `Disk of ${dataDir}`, async () => {
      const room = await judgeRoom();
      // Nothing is written to a full disk for a test.
      if (room.state === "bad") return room;
      const { ok, detail } = await findDisk(dataDir);
      if (ok) return room;
      return bad(detail, "Free some space there, and let the station's user write to it.");
    }),
    check(
      "disk-speed",
      "Disk speed",
      async (signal) => {
        if ((await judgeRoom()).state === "bad") return well("not measured without room");
        return judgeDiskSpeed(await measureDiskSpeed(dataDir, signal));
      },
      LONG_MS,
    ),
  ];
}

function machineChecks({
  config,
  database,
  settings,
  running,
}: DoctorParts & DoctorDatabase): readonly Check[] {
  return [
    check("clock", "Clock", (signal) => compareClocks({ config, database, signal })),
    check("open-files", "Open files", async () =>
      judgeOpenFiles({
        limit: await findOpenFilesLimit(),
        maxListeners: settings.current.maxListeners,
        isStationRunning: running !== null,
      }),
    ),
  ];
}

function contentChecks({
  config,
  database,
  running,
}: DoctorParts & DoctorDatabase): readonly Check[] {
  const { dataDir } = config;
  return [
    check("music-folders", "Music folders", async () =>
      judgePart(
        await findMusic(database, config),
        "Mount the disk with the music, or correct MUSIC_DIRS.",
      ),
    ),
    check(
      "music",
      "Library",
      async (signal) => judgeMusic(await sampleMusic(database, signal)),
      LONG_MS,
    ),
    check(
      "backups",
      "Backups",
      async (signal) => {
        const plan = await findBackupPlan(database.connection);
        const newest = await findNewestBackup(dataDir, plan, signal);
        return judgeBackups({ newest, nowMs: Date.now(), plan });
      },
      LONG_MS,
    ),
    check("hls-storage", "HLS at a storage", async () => {
      if (running === null) return judgeHlsStorage(null);
      const storage = await findHlsStorage(database.connection);
      return judgeHlsStorage(toHlsCopy(storage, running.link.status).state);
    }),
  ];
}

/** A single check. */
export function check(
  id: string,
  title: string,
  run: (signal: AbortSignal) => Promise<Finding> | Finding,
  limitMs: number = SHORT_MS,
): Check {
  return { id, title, limitMs, run: async (signal) => await run(signal) };
}

function judgePart({ ok, detail }: PartState, advice: string): Finding {
  return ok ? well(detail) : bad(detail, advice);
}

async function checkDatabase(database: Database): Promise<Finding> {
  try {
    const latencyMs = await measureLatency(database);
    const { version } = await findDatabaseFacts(database);
    const openedBy = (await findStationData(database.connection))?.program ?? "an older version";
    return judgeDatabase({ engine: database.engine, version, latencyMs, openedBy });
  } catch (error) {
    return bad(reasonOf(error), "Start the database server, and check DATABASE_URL.");
  }
}

/** The fastest of several answers: other checks keep this process busy at the same time. */
async function measureLatency(database: Database): Promise<number> {
  let fastestMs = Infinity;
  for (let left = PINGS; left > 0; left -= 1) {
    const startedAtMs = performance.now();
    await pingDatabase(database);
    fastestMs = Math.min(fastestMs, performance.now() - startedAtMs);
  }
  return fastestMs;
}

async function compareClocks({
  config: { publicUrl },
  database,
  signal,
}: Pick<DoctorParts & DoctorDatabase, "config" | "database"> & {
  readonly signal: AbortSignal;
}): Promise<Finding> {
  const comparisons = await Promise.all([
    // The embedded one uses this machine's clock.
    ...(database.engine === "embedded" ? [] : [compareWithDatabase(database)]),
    ...(publicUrl === null ? [] : [compareWithWeb(publicUrl, signal)]),
  ]);
  return judgeClock(comparisons);
}
