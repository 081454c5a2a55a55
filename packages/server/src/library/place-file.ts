import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";

const MAX_SAME_NAMES = 10_000;
/** Beside the placed files, where no scan looks. */
export const UNFINISHED_FOLDER = ".unfinished";

/** Gives the file a second name in the library, which never replaces another file. @returns its path, on disk for good */
export async function placeFile({
  from,
  folder,
  name,
  extension,
}: {
  readonly from: string;
  readonly folder: string;
  readonly name: string;
  readonly extension: string;
}): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (let number = 1; number <= MAX_SAME_NAMES; number += 1) {
    const target = path.join(folder, `${name}${number === 1 ? "" : ` (${number})`}${extension}`);
    try {
      await link(from, target);
    } catch (error) {
      if (codeOf(error) === "EEXIST") continue;
      if (codeOf(error) === "EXDEV") return await placeCopy({ from, folder, name, extension });
      throw error;
    }
    await using opened = await open(folder, "r");
    await opened.sync();
    return target;
  }
  throw new Error("too many files of the same name");
}

/** The music lies on another disk than the rest of the data: no file has a name on both, so it gets there whole first. */
async function placeCopy(wanted: Parameters<typeof placeFile>[0]): Promise<string> {
  const unfinished = path.join(wanted.folder, UNFINISHED_FOLDER);
  await mkdir(unfinished, { recursive: true });
  const copy = path.join(unfinished, randomUUID());
  try {
    await copyFile(wanted.from, copy);
    await using opened = await open(copy, "r");
    await opened.sync();
    return await placeFile({ ...wanted, from: copy });
  } finally {
    await rm(copy, { force: true });
  }
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
