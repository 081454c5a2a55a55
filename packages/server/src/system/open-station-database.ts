import { StartUpError } from "@neonrelay/process/part";
import { describeProgram, readProgramVersion } from "@neonrelay/process/program-version";
import type { Logger } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import type { ServerConfig } from "../config/config.ts";
import { cantBeUsed, hostOf, openDatabase } from "../database/open-database.ts";
import type { Database } from "../database/database.ts";
import type { NodeLease } from "../database/node-lease.ts";
import { ownSchemaVersion } from "../database/own-schema.ts";
import { findStationData, saveStationData } from "../database/station-data-store.ts";
import { DatabaseTakenError, StationLock } from "../database/station-lock.ts";
import { readDataFile, requireOwnData, writeDataFile } from "../database/data-file.ts";
import { backUpBeforeUpdate } from "../backup/update-backup.ts";

/** The station's database, and the lock that keeps others out. */
export interface StationDatabase {
  readonly database: Database;
  /** null: embedded, protected by a lock on its folder. */
  readonly lock: StationLock | null;
  close(): Promise<void>;
}

/**
 * Opens the database for the station in DATA_DIR, with a backup before migrations.
 * @throws StartUpError when a newer program wrote the data, another station uses it, or it can't be opened
 */
export async function openStationDatabase({
  config: { databaseUrl, dataDir },
  log,
  onProgress,
  lease = null,
  migrations,
}: {
  readonly config: Pick<ServerConfig, "databaseUrl" | "dataDir">;
  /** A node's lease, which must outlive the database connection. */
  readonly lease?: NodeLease | null;
  readonly log: Logger;
  /** Called repeatedly with the current step. */
  readonly onProgress: (step: string) => void;
  /** Those of another release, for tests. */
  readonly migrations?: string;
}): Promise<StationDatabase> {
  requireOwnData(dataDir, ownSchemaVersion(migrations));
  const known = readDataFile(dataDir);
  await using stack = new AsyncDisposableStack();
  let stationId = known?.stationId ?? randomUUID();
  let lock: StationLock | null = null;
  // Before anything is changed.
  if (databaseUrl !== null)
    lock = stack.adopt(await takeLock({ databaseUrl, stationId, log }), (owned) => owned.close());
  const database = stack.adopt(
    await openDatabase({
      databaseUrl,
      dataDir,
      beforeMigration: (older) => {
        const onRow = () => onProgress("writes a backup before updating the database");
        return backUpBeforeUpdate({ database: older, dataDir, onRow, log });
      },
      onOpening: () => onProgress("opens the database"),
      onMigrating: () => onProgress("updates the database"),
      fence: lease,
      log,
      ...(migrations !== undefined && { migrations }),
    }),
    (owned) => owned.close(),
  );
  await lease?.record(); // the migration may just have created its tables
  if (known === null && databaseUrl === null)
    stationId = (await findStationData(database.connection))?.stationId ?? stationId;
  const program = describeProgram(readProgramVersion());
  const schema = ownSchemaVersion(migrations);
  await saveStationData(database.connection, { stationId, program });
  await writeDataFile(dataDir, { stationId, program, schema });
  const owned = stack.move();
  return { database, lock, close: () => owned.disposeAsync() };
}

async function takeLock(options: {
  readonly databaseUrl: string;
  readonly stationId: string;
  readonly log: Logger;
}): Promise<StationLock> {
  const host = hostOf(options.databaseUrl);
  try {
    return await StationLock.take(options);
  } catch (cause) {
    if (cause instanceof DatabaseTakenError)
      throw new StartUpError(
        `Another station is using the database on ${host}: stop it, or set DATABASE_URL to a separate database. Nodes of one station share the stationId in DATA_DIR/station-data.json`,
        { cause },
      );
    throw cantBeUsed(options.databaseUrl, cause);
  }
}
