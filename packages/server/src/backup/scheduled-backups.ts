import type { BackupPlan, S3Store, ScheduledBackups as View } from "@neonrelay/contract";
import { placeOf } from "@neonrelay/on-air/s3-rules";
import { S3Storage } from "@neonrelay/on-air/s3-storage";
import { tryStorage } from "@neonrelay/on-air/try-storage";
import type { Logger } from "@neonrelay/process/log";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Database, MINIMUM_FREE_BYTES } from "../database/database.ts";
import type { Settings } from "../settings/settings.ts";
import { writeArchive, writeBackup } from "./backup.ts";
import { findBackupPlan, saveBackupPlan } from "./backup-plan-store.ts";
import {
  backupsToRemove,
  isBackupDue,
  isBackupLate,
  readScheduledName,
  scheduledName,
} from "./backup-plan-rules.ts";
import { listScheduled, tryFolder, wordFolderTrouble } from "./backup-folder.ts";
import { proveBackup } from "./prove-backup.ts";
import { removeStored, sendBackup } from "./remote-backup.ts";
import { listStored, type StoredBackup } from "./remote-manifest.ts";
import { BACKUPS_FOLDER } from "./kept-update-backups.ts";

const MINUTE_MS = 60_000;
/** How long a stopping server waits for a backup to stop. */
const CLOSE_LIMIT_MS = 2000;
const LIST_LIMIT_MS = 10_000;
/** Shorter than a browser waits for an answer. */
const TRIAL_LIMIT_MS = 12_000;

/** The clock and the minute timer; tests control both. */
interface BackupClock {
  readonly nowMs: () => number;
  /** @returns ends it */
  readonly everyMinute: (run: () => void) => () => void;
}

const realClock: BackupClock = {
  nowMs: Date.now,
  everyMinute: (run) => {
    const timer = setInterval(run, MINUTE_MS);
    return () => clearInterval(timer);
  },
};

/** A version on trial with a copy of the data makes no backups on its own. */
export function clockOf({ isTrial }: { readonly isTrial: boolean }): BackupClock {
  return isTrial ? { ...realClock, everyMinute: () => () => {} } : realClock;
}

interface Seen {
  readonly atMs: number;
  readonly backups: readonly StoredBackup[];
}

interface Parts {
  readonly database: Database;
  readonly settings: Pick<Settings, "current">;
  readonly dataDir: string;
  readonly log: Logger;
}

/** Makes scheduled backups: writes one, verifies it by a restore, then removes surplus ones. */
export class ScheduledBackups {
  readonly #parts: Parts;
  readonly #clock: BackupClock;
  readonly #sinceMs: number;
  readonly #end: () => void;
  #running: Promise<void> | null = null;
  #failure: { readonly atMs: number; readonly reason: string } | null = null;
  #hasToldLate = false;
  /** Stops the running backup when the server ends. */
  readonly #closing = new AbortController();
  /** The storage's content when last seen. */
  #seen: Seen | null = null;

  constructor(parts: Parts, clock: BackupClock = realClock) {
    this.#parts = parts;
    this.#clock = clock;
    this.#sinceMs = clock.nowMs();
    this.#end = clock.everyMinute(() => void this.#checkPlan());
  }

  async view(): Promise<View> {
    const plan = await findBackupPlan(this.#parts.database.connection);
    const backups = await this.#list(plan);
    const failure = this.#failure;
    return {
      plan: withoutSecret(plan),
      place: plan.store === null ? this.#folderOf(plan) : placeOf(plan.store),
      backups: backups.map(({ name, createdAtMs, sizeBytes }) => ({
        name,
        createdAt: new Date(createdAtMs).toISOString(),
        sizeBytes,
      })),
      isRunning: this.#running !== null,
      lastFailure:
        failure === null
          ? null
          : { at: new Date(failure.atMs).toISOString(), reason: failure.reason },
      isLate: this.#isLate(plan, backups[0]?.createdAtMs ?? null),
    };
  }

  /** Age of the newest, in ms. @returns null if there is none */
  async ageMs(): Promise<number | null> {
    const plan = await findBackupPlan(this.#parts.database.connection);
    const [newest] = await this.#list(plan);
    return newest === undefined ? null : this.#clock.nowMs() - newest.createdAtMs;
  }

  /** Whether it makes backups or has made one, as far as that needs no storage. */
  async hasAny(): Promise<boolean> {
    const plan = await findBackupPlan(this.#parts.database.connection);
    if (plan.isOn) return true;
    return plan.store === null && (await this.#list(plan)).length > 0;
  }

  async change(plan: BackupPlan): Promise<View> {
    await saveBackupPlan(this.#parts.database.connection, await this.#withSecret(plan));
    this.#failure = null;
    this.#seen = null;
    return await this.view();
  }

  /** Writes, reads and removes a small file. @returns why that fails; null: it works */
  async try(plan: BackupPlan): Promise<string | null> {
    const { store } = await this.#withSecret(plan);
    if (store === null) return await tryFolder(await this.#openFolder(plan));
    const limit = AbortSignal.timeout(TRIAL_LIMIT_MS);
    return await tryStorage(new S3Storage(store, AbortSignal.any([limit, this.#closing.signal])));
  }

  /** Starts a backup now. @returns false while another one is running */
  async start(): Promise<boolean> {
    const plan = await findBackupPlan(this.#parts.database.connection);
    if (this.#running !== null || this.#closing.signal.aborted) return false;
    this.#run(plan);
    return true;
  }

  /** Resolves when no backup is running. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Stops a running backup and waits for its end. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#end();
    if (this.#running === null) return;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), CLOSE_LIMIT_MS);
    await Promise.race([late.promise, this.#running]);
    clearTimeout(timer);
  }

  async #checkPlan(): Promise<void> {
    const { database, settings, log } = this.#parts;
    try {
      const plan = await findBackupPlan(database.connection);
      if (!plan.isOn || this.#running !== null) return;
      const [newest] = await this.#list(plan);
      const newestAtMs = newest?.createdAtMs ?? null;
      this.#reportLate(plan, newestAtMs);
      const isDue = isBackupDue({
        plan,
        timeZone: settings.current.timeZone,
        nowMs: this.#clock.nowMs(),
        newestAtMs,
        sinceMs: this.#sinceMs,
        failedAtMs: this.#failure?.atMs ?? null,
      });
      if (isDue && this.#running === null && !this.#closing.signal.aborted) this.#run(plan);
    } catch (error) {
      log.debug({ error }, "could not check the backup plan; trying again in a minute");
    }
  }

  #isLate(plan: BackupPlan, newestAtMs: number | null): boolean {
    return isBackupLate({ plan, nowMs: this.#clock.nowMs(), newestAtMs, sinceMs: this.#sinceMs });
  }

  /** Once each time a backup becomes late: the log reaches operators. */
  #reportLate(plan: BackupPlan, newestAtMs: number | null): void {
    const isLate = this.#isLate(plan, newestAtMs);
    if (isLate && !this.#hasToldLate)
      this.#parts.log.error("the newest scheduled backup is older than planned");
    this.#hasToldLate = isLate;
  }

  #run(plan: BackupPlan): void {
    this.#running = this.#make(plan)
      .catch((error: unknown) => {
        if (this.#closing.signal.aborted) return;
        const { dataDir } = this.#parts;
        const folder = plan.store === null ? this.#folderOf(plan) : dataDir;
        const reason = wordFolderTrouble(error, { folder, dataDir });
        this.#failure = { atMs: this.#clock.nowMs(), reason };
        this.#parts.log.error({ error }, "scheduled backup failed; trying again in an hour");
      })
      .finally(() => (this.#running = null));
  }

  async #make(plan: BackupPlan): Promise<void> {
    await (plan.store === null ? this.#makeInFolder(plan) : this.#makeAt(plan.store, plan));
    this.#failure = null;
  }

  async #makeAt(store: S3Store, plan: BackupPlan): Promise<void> {
    const { signal } = this.#closing;
    const storage = new S3Storage(store, signal);
    const createdAtMs = this.#clock.nowMs();
    const { withMusic, keep } = plan;
    // Its music is stored beside it.
    const name = scheduledName(createdAtMs, { withMusic: false });
    const createdAt = new Date(createdAtMs);
    await sendBackup(this.#parts, storage, { name, createdAt, withMusic, signal });
    this.#seen = null;
    this.#parts.log.info({ name, place: placeOf(store) }, "scheduled backup verified and uploaded");
    await removeStored(storage, keep);
    this.#seen = null;
  }

  async #list(plan: BackupPlan): Promise<readonly StoredBackup[]> {
    const { store } = plan;
    if (store === null) return await listScheduled(this.#folderOf(plan));
    const nowMs = performance.now();
    if (this.#seen !== null && nowMs - this.#seen.atMs < MINUTE_MS) return this.#seen.backups;
    const limit = AbortSignal.timeout(LIST_LIMIT_MS);
    const storage = new S3Storage(store, AbortSignal.any([limit, this.#closing.signal]));
    // Its own backups report an outage; until then it keeps what it held.
    const found = await storage.list("scheduled-").catch(() => null);
    const backups = found === null ? (this.#seen?.backups ?? []) : listStored(found);
    this.#seen = { atMs: nowMs, backups };
    return backups;
  }

  async #withSecret(plan: BackupPlan): Promise<BackupPlan> {
    if (plan.store === null || plan.store.secretAccessKey !== "") return plan;
    const { store } = await findBackupPlan(this.#parts.database.connection);
    const secretAccessKey = store?.secretAccessKey ?? "";
    return { ...plan, store: { ...plan.store, secretAccessKey } };
  }

  async #makeInFolder(plan: BackupPlan): Promise<void> {
    const { dataDir, log } = this.#parts;
    const { signal } = this.#closing;
    const folder = await this.#openFolder(plan);
    for (const name of await readdir(folder))
      if (readScheduledName(name)?.isWhole === false)
        await rm(path.join(folder, name), { force: true });
    const createdAtMs = this.#clock.nowMs();
    const file = path.join(folder, scheduledName(createdAtMs, plan));
    const part = `${file}.part`;
    try {
      await this.#write(part, { plan, createdAtMs });
      await proveBackup(part, { dataDir, log, signal });
      await sync(part);
      signal.throwIfAborted();
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    const { size } = await stat(file);
    log.info({ file, bytes: size }, "scheduled backup written and verified by a restore");
    for (const name of backupsToRemove(await readdir(folder), plan))
      await rm(path.join(folder, name), { force: true });
  }

  async #write(
    file: string,
    { plan, createdAtMs }: { readonly plan: BackupPlan; readonly createdAtMs: number },
  ): Promise<void> {
    const createdAt = new Date(createdAtMs);
    const { signal } = this.#closing;
    const wanted = { file, createdAt, keepFreeBytes: MINIMUM_FREE_BYTES, signal };
    if (plan.withMusic) await writeArchive(this.#parts, wanted);
    else await writeBackup(this.#parts, wanted);
  }

  async #openFolder(plan: BackupPlan): Promise<string> {
    const folder = this.#folderOf(plan);
    // Never creates a folder that a person chose: if it is missing, so perhaps is the disk that belongs there.
    if (plan.folder === "") await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  #folderOf({ folder }: BackupPlan): string {
    return folder === "" ? path.join(this.#parts.dataDir, BACKUPS_FOLDER) : folder;
  }
}

function withoutSecret(plan: BackupPlan): BackupPlan {
  return plan.store === null ? plan : { ...plan, store: { ...plan.store, secretAccessKey: "" } };
}

/** Ensures it is on disk before older ones are removed. */
async function sync(file: string): Promise<void> {
  await using opened = await open(file, "r");
  await opened.sync();
}
