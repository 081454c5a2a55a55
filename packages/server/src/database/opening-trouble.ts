import { findOpenFilesLimit } from "@neonrelay/process/linux-proc";
import { access, constants, readdir, readFile, statfs } from "node:fs/promises";
import path from "node:path";

/** One segment of the embedded database's log, without which it doesn't open. */
const LEAST_ROOM_BYTES = 16 * 1024 ** 2;
/** The embedded database opens about 300 files at once. */
const LEAST_OPEN_FILES = 512;
/** Size of PostgreSQL's control file; versions differ in how much of it they use. */
const CONTROL_BYTES = 8192;
const MAX_USED_BYTES = 512;
const WORD_BYTES = 4;
const REVERSED_CASTAGNOLI = 0x82_f6_3b_78;

/**
 * Why the files of the embedded database can't be opened, and what to do. The database itself only says that it can't
 * begin, and most causes leave the files intact: only proven damage makes this advise putting another database in their
 * place.
 * @param folder of the database
 */
export async function findOpeningTrouble(folder: string): Promise<string | null> {
  const limit = await findOpenFilesLimit();
  if (limit !== null && limit < LEAST_OPEN_FILES)
    return `this process may open ${limit} files, and the database needs ${LEAST_OPEN_FILES}. Raise the limit (ulimit -n, or LimitNOFILE in a systemd unit); its files are not the cause`;
  const closed = await findClosed(folder);
  if (closed !== null)
    return `${closed.file} can't be read and written (${closed.code}). Give the station's user the rights to it, or mount its disk for writing; its files are not the cause`;
  const damage = await findDamage(folder);
  if (damage === null) return null;
  return `${damage}. Move the folder 'database' elsewhere, keep it, and restore a backup`;
}

/** On a full disk PGlite only says that it can't begin. */
export async function isWithoutRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < LEAST_ROOM_BYTES;
}

/** A file that this process may not use; null: none. */
async function findClosed(
  folder: string,
): Promise<{ readonly file: string; readonly code: string } | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of [folder, ...files]) {
    const code = await access(file, constants.R_OK | constants.W_OK).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    // PostgreSQL removes some of its files as it exits.
    if (code !== null && code !== "ENOENT") return { file, code };
  }
  return null;
}

/** Proven damage: without these two files nothing can open the others. */
async function findDamage(folder: string): Promise<string | null> {
  if ((await readFile(path.join(folder, "PG_VERSION")).catch(bytesOrThrow)) === null)
    return "its file PG_VERSION is missing";
  const control = await readFile(path.join(folder, "global/pg_control")).catch(bytesOrThrow);
  if (control === null) return "its file global/pg_control is missing";
  return isWhole(control) ? null : "its file global/pg_control is damaged";
}

function bytesOrThrow(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

/** Whether a control file has the CRC-32C that PostgreSQL writes after the used bytes. */
function isWhole(control: Buffer): boolean {
  if (control.length !== CONTROL_BYTES) return false;
  let crc = 0xff_ff_ff_ff;
  for (let at = 0; at < MAX_USED_BYTES; at += 1) {
    if (at >= 2 * WORD_BYTES && at % WORD_BYTES === 0)
      if ((crc ^ 0xff_ff_ff_ff) >>> 0 === control.readUInt32LE(at)) return true;
    crc ^= control[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 1 ? (crc >>> 1) ^ REVERSED_CASTAGNOLI : crc >>> 1;
  }
  return false;
}
