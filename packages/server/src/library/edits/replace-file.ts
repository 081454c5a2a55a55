import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf, syncFolder } from "../place-file.ts";

export interface FileState {
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

export type Replacement =
  | ({ readonly kind: "replaced" } & FileState)
  | { readonly kind: "refused"; readonly reason: string };

const CHANGED = "The file has changed in the meantime: save the edit again";
const FOREIGN =
  "The file belongs to another user, and the station can't make a new one for them: keep the edit in the library only";

/** @returns null when there is no such file */
export async function findFileState(filePath: string): Promise<FileState | null> {
  const found = await stat(filePath).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(String(codeOf(error)))) return null;
    throw error;
  });
  return found === null ? null : { sizeBytes: found.size, modifiedAtMs: found.mtimeMs };
}

/**
 * Atomically replaces a file with a copy from the same folder, which gets its owner and mode. Readers see the complete
 * old or new file, even after a power cut. The copy is gone afterwards.
 * @param before the file when the copy was made
 */
export async function replaceFile({
  filePath,
  copyPath,
  before,
}: {
  readonly filePath: string;
  readonly copyPath: string;
  readonly before: FileState;
}): Promise<Replacement> {
  try {
    const old = await stat(filePath);
    if (old.size !== before.sizeBytes || old.mtimeMs !== before.modifiedAtMs)
      return { kind: "refused", reason: CHANGED };
    {
      await using copy = await open(copyPath, "r+");
      const { uid, gid } = await copy.stat();
      if (uid !== old.uid || gid !== old.gid) await copy.chown(old.uid, old.gid);
      await copy.chmod(old.mode & 0o7777);
      await copy.sync();
    }
    await rename(copyPath, filePath);
    await syncFolder(path.dirname(filePath));
    const { size, mtimeMs } = await stat(filePath);
    return { kind: "replaced", sizeBytes: size, modifiedAtMs: mtimeMs };
  } catch (error) {
    switch (codeOf(error)) {
      case "EPERM":
        return { kind: "refused", reason: FOREIGN };
      case "ENOENT":
        return { kind: "refused", reason: CHANGED };
      default:
        throw error;
    }
  } finally {
    await rm(copyPath, { force: true });
  }
}
