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
  /** There is no such file. */
  | { readonly kind: "gone" }
  | { readonly kind: "refused"; readonly reason: string };

type RestoreOutcome =
  | { readonly kind: "restored"; readonly path: string; readonly modifiedAtMs: number }
  | Exclude<TrashOutcome, { kind: "done" }>;

const NOT_ALLOWED =
  "The station may not change this folder: give its user the right to write there, or keep the file";
const IS_LINK = "It is a link to a file elsewhere: remove the link by hand, or keep the file";

/** What people read for each failure of the disk that they can do something about. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: "The disk is read-only: keep the file",
  EBUSY: "Another program uses the file: try again later",
  ENOSPC: "The disk is full: free some space first",
  EDQUOT: "The station's user may store no more on this disk: free some space first",
};

/**
 * Moves a file into the trash. Whatever ends the process meanwhile, the whole file lies in one of both places; the same
 * call again then finishes it. See `syncTrash`.
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

/** What was moved into the trash stays there after a power cut, too. */
export async function syncTrash(trashPath: string): Promise<void> {
  await syncFolder(path.dirname(trashPath));
}

/** Erases a file, and the folder that it had in the trash. */
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

/** Puts a file from the trash back; when its name is taken, under another one beside it. */
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
    // A restoration that was cut off may have given it its name already.
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

/** Whether the trash that a file is to lie in can be looked into, and the file is not there. */
export async function isLostFromTrash(trashPath: string): Promise<boolean> {
  const trash = path.dirname(path.dirname(trashPath));
  return (await isThere(trash)) && !(await isThere(trashPath));
}

/** It gets its name once it is whole and on disk, and the old one goes after that. */
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

/** null: there is nothing. */
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
    // Something else lies in it, or it is gone.
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
