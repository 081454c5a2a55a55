import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
} from "node:fs/promises";
import path from "node:path";
import { codeOf, placeFile, syncFolder } from "../library/place-file.ts";

type TrashOutcome =
  | { readonly kind: "done" }
  /** The file does not exist. */
  | { readonly kind: "gone" }
  | { readonly kind: "refused"; readonly reason: string };

type RestoreOutcome =
  | { readonly kind: "restored"; readonly path: string; readonly modifiedAtMs: number }
  | Exclude<TrashOutcome, { kind: "done" }>;

const NOT_ALLOWED =
  "The station may not change this folder: give its user the right to write there, or keep the file";
const IS_LINK = "It is a link to a file elsewhere: remove the link by hand, or keep the file";

/** Messages for disk failures that people can do something about. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: "The disk is read-only: keep the file",
  EBUSY: "Another program uses the file: try again later",
  ENOSPC: "The disk is full: free some space first",
  EDQUOT: "The station's user may store no more on this disk: free some space first",
};

/**
 * Moves a file into the trash. If the process dies at any point, one of both places has the complete file, and the same
 * call finishes the move. See `syncTrash`.
 */
export async function moveToTrash({
  from,
  to,
}: {
  readonly from: string;
  readonly to: string;
}): Promise<TrashOutcome> {
  return await inWords(async () => {
    const found = await look(from);
    if (found === null) return { kind: (await look(to)) === null ? "gone" : "done" };
    if (found.isSymbolicLink()) return { kind: "refused", reason: IS_LINK };
    await mkdir(path.dirname(to), { recursive: true });
    try {
      await rename(from, to);
    } catch (error) {
      if (codeOf(error) !== "EXDEV") {
        await removeEmpty(path.dirname(to));
        throw error;
      }
      await moveToOtherDisk({ from, to });
    }
    return { kind: "done" };
  });
}

/** Makes a move into the trash survive a power cut. */
export async function syncTrash(trashPath: string): Promise<void> {
  await syncFolder(path.dirname(trashPath));
}

/** Erases a file and its folder in the trash. */
export async function eraseFile({
  filePath,
  isInTrash,
}: {
  readonly filePath: string;
  readonly isInTrash: boolean;
}): Promise<TrashOutcome> {
  return await inWords(async () => {
    await rm(filePath, { force: true });
    if (isInTrash) await removeEmpty(path.dirname(filePath));
    return { kind: "done" };
  });
}

/** Restores a file from the trash; if its name is taken, under another one beside it. */
export async function restoreFile({
  trashPath,
  filePath,
}: {
  readonly trashPath: string;
  readonly filePath: string;
}): Promise<RestoreOutcome> {
  return await inWords(async () => {
    if (!(await isThere(trashPath))) return { kind: "gone" };
    const { name, ext } = path.parse(filePath);
    // An interrupted restore may have given it its name already.
    const placed = (await isSameFile(trashPath, filePath))
      ? filePath
      : await placeFile({
          from: trashPath,
          folder: path.dirname(filePath),
          name,
          extension: ext,
          linkFile: link,
        });
    await rm(trashPath, { force: true });
    await removeEmpty(path.dirname(trashPath));
    const { mtimeMs } = await stat(placed);
    return { kind: "restored", path: placed, modifiedAtMs: mtimeMs };
  });
}

/** Whether a file is missing from its trash, which must be readable to tell. */
export async function isLostFromTrash(trashPath: string): Promise<boolean> {
  const trash = path.dirname(path.dirname(trashPath));
  return (await isThere(trash)) && !(await isThere(trashPath));
}

/** The new name appears once the copy is complete and on disk; then the original is removed. */
async function moveToOtherDisk({
  from,
  to,
}: {
  readonly from: string;
  readonly to: string;
}): Promise<void> {
  const copy = path.join(path.dirname(to), `.${randomUUID()}`);
  try {
    const { atime, mtime } = await stat(from);
    await copyFile(from, copy);
    await utimes(copy, atime, mtime);
    {
      await using opened = await open(copy, "r");
      await opened.sync();
    }
    await rename(copy, to);
    await syncFolder(path.dirname(to));
    await rm(from);
  } finally {
    await rm(copy, { force: true });
  }
}

async function isThere(filePath: string): Promise<boolean> {
  return (await look(filePath)) !== null;
}

/** null: nothing there. */
async function look(filePath: string): Promise<Stats | null> {
  try {
    return await lstat(filePath);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(String(codeOf(error)))) return null;
    throw error;
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  if (!(await isThere(other))) return false;
  const [a, b] = [await lstat(one), await lstat(other)];
  return a.dev === b.dev && a.ino === b.ino;
}

async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    // It holds something else, or is gone.
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(String(codeOf(error)))) throw error;
  });
}

async function inWords<Outcome>(
  work: () => Promise<Outcome>,
): Promise<Outcome | Extract<TrashOutcome, { kind: "refused" }>> {
  try {
    return await work();
  } catch (error) {
    const reason = reasons[String(codeOf(error))];
    if (reason === undefined) throw error;
    return { kind: "refused", reason };
  }
}
