import type { ClientBase } from "pg";
import { constants } from "node:fs";
import { copyFile, mkdir, readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";

/** The database can't be copied now; the message tells people why. */
export class NoCopyError extends Error {
  override readonly name = "NoCopyError";
}

/** Longest the files may take to copy: a longer copy would compete with the music for the disk. */
const COPY_LIMIT_MS = 20_000;
/** Room a copy needs beyond its files: opening it writes its log, and statements sort on disk. */
export const COPY_TEMPORARY_MIB = 256;
const EXTRA_BYTES = (COPY_TEMPORARY_MIB + 64) * 1024 ** 2;
const LOG_FOLDER = "pg_wal";
/** Says where log replay starts. */
const CONTROL_FILE = path.join("global", "pg_control");

const placeSchema = z.tuple([
  z.object({ redo: z.string(), first: z.string(), last: z.string(), oid: z.string() }),
]);
const PLACE = `select redo_lsn::text as redo, redo_wal_file as first,
    pg_walfile_name(pg_current_wal_insert_lsn()) as last,
    (select oid::text from pg_database where datname = current_database()) as oid
  from pg_control_checkpoint()`;

type HoldClient = <Outcome>(
  work: (client: Pick<ClientBase, "query">) => Promise<Outcome>,
) => Promise<Outcome>;

/**
 * Copies the files of the embedded database while it is in use: first the table files, as found after a checkpoint,
 * then the log since that checkpoint. Opening the copy replays the log, as after a crash, and yields the database as of
 * the end of the copy. (PostgreSQL 18, chapters 28.3 and 25.3.)
 * @param hold lends the database's only session, for moments at a time
 * @param from the database's folder
 * @throws NoCopyError
 */
export async function copyEmbedded({
  hold,
  from,
  to,
  keepFreeBytes,
  signal,
}: {
  readonly hold: HoldClient;
  readonly from: string;
  readonly to: string;
  /** On the disk that holds `to`. */
  readonly keepFreeBytes: number;
  readonly signal: AbortSignal;
}): Promise<void> {
  const timeout = AbortSignal.timeout(COPY_LIMIT_MS);
  const copying = { from, to, keepFreeBytes, stop: AbortSignal.any([signal, timeout]) };
  const begun = await hold(async (client) => {
    await client.query("checkpoint");
    await mkdir(path.join(to, path.dirname(CONTROL_FILE)), { recursive: true });
    await copyFile(path.join(from, CONTROL_FILE), path.join(to, CONTROL_FILE));
    return await findPlace(client);
  });
  try {
    await copyFiles(await listFiles(from, begun.oid), copying);
    const ended = await hold(findPlace);
    if (ended.redo !== begun.redo)
      throw new NoCopyError("The database was restarted in the meantime");
    const log = (await readdir(path.join(from, LOG_FOLDER))).filter(
      (name) => name >= begun.first && name <= ended.last,
    );
    await copyFiles(
      log.map((name) => path.join(LOG_FOLDER, name)),
      copying,
    );
  } catch (cause) {
    if (!timeout.aborted || signal.aborted) throw cause;
    const reason = `The database is too large to copy within ${COPY_LIMIT_MS / 1000} seconds`;
    throw new NoCopyError(reason, { cause });
  }
}

async function findPlace(client: Pick<ClientBase, "query">) {
  const { rows } = await client.query(PLACE);
  return placeSchema.parse(rows)[0];
}

/** All files except the log and PostgreSQL's template databases; and folders, which may be empty. */
async function listFiles(from: string, oid: string): Promise<readonly string[]> {
  const names = await readdir(from, { recursive: true });
  return names.filter((name) => {
    const [top, below] = name.split(path.sep);
    if (name === CONTROL_FILE || name === "postmaster.pid") return false;
    if (top === LOG_FOLDER) return below === undefined || !/^[0-9A-F]{24}/.test(below);
    return top !== "base" || below === undefined || below === oid;
  });
}

interface Copying {
  readonly from: string;
  readonly to: string;
  readonly keepFreeBytes: number;
  readonly stop: AbortSignal;
}

/** A file that is gone by now is gone in the log, too. */
async function copyFiles(
  names: readonly string[],
  { from, to, keepFreeBytes, stop }: Copying,
): Promise<void> {
  const found = await Promise.all(
    names.map(async (name) => ({ name, stats: await stat(path.join(from, name)).catch(ifGone) })),
  );
  const copyBytes = found.reduce((sum, { stats }) => sum + (stats?.size ?? 0), 0);
  await requireRoom(to, copyBytes + EXTRA_BYTES + keepFreeBytes);
  for (const { name, stats } of found) {
    stop.throwIfAborted();
    const target = path.join(to, name);
    if (stats?.isDirectory() === true) await mkdir(target, { recursive: true });
    else if (stats !== undefined)
      await copyFile(path.join(from, name), target, constants.COPYFILE_FICLONE).catch(ifGone);
  }
}

function ifGone(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

async function requireRoom(folder: string, needed: number): Promise<void> {
  const disk = await statfs(folder);
  if (disk.bavail * disk.bsize < needed)
    throw new NoCopyError(
      `Statements run on a copy of the database, which needs ${Math.ceil(needed / 1024 ** 2)} MiB of free disk space`,
    );
}
