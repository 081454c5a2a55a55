import { DatabaseSync } from "node:sqlite";
import { mkdirSync } from "node:fs";
import path from "node:path";

/** Another process holds the lock. */
export class LockHeldError extends Error {
  override readonly name = "LockHeldError";
}

/**
 * Takes the exclusive lock `name` in `folder`. It is a kernel lock, held through an SQLite file in exclusive mode, so
 * it ends with the process however that dies. There are no stale locks, and the file itself means nothing.
 * @throws LockHeldError at once when another process holds it
 */
export function takeLock({
  folder,
  name,
}: {
  readonly folder: string;
  readonly name: string;
}): Disposable {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path.join(folder, name));
  try {
    database.exec(
      "PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;",
    );
  } catch (cause) {
    database.close();
    if (cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY)
      throw new LockHeldError(`another process holds ${name} in ${folder}`, { cause });
    throw cause;
  }
  return { [Symbol.dispose]: () => database.close() };
}

const SQLITE_BUSY = 5;
