import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { storeArtwork } from "./artwork.ts";
import { fileRefusal } from "./file-refusal.ts";
import { folderPicture } from "./folder-cover-rules.ts";
import type { MediaResult } from "./media-jobs.ts";

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

type FoundCover = { readonly artworkName: string } | { readonly problem: string };

/** Stores the picture beside each file as a cover; each folder is read once. */
export async function* findFolderCovers(
  filePaths: readonly string[],
  artworkFolder: string,
): AsyncGenerator<MediaResult, void, undefined> {
  const known = new Map<string, FoundCover>();
  for (const filePath of filePaths) {
    const folder = path.dirname(filePath);
    const cover = known.get(folder) ?? (await coverIn(folder, artworkFolder));
    known.set(folder, cover);
    yield "problem" in cover
      ? { kind: "refused", path: filePath, reason: cover.problem }
      : { kind: "cover", path: filePath, ...cover };
  }
}

/** The last folder read: files come folder by folder, and some folders have a hundred thousand. */
let lastFolder: { readonly path: string; readonly changedMs: number; name: string | null } | null =
  null;

/** Stores the picture beside a file whose name says it is the cover; null: no readable one. */
export async function findNamedCover(
  filePath: string,
  artworkFolder: string,
): Promise<string | null> {
  const folder = path.dirname(filePath);
  try {
    const { mtimeMs: changedMs } = await stat(folder);
    if (lastFolder?.path !== folder || lastFolder.changedMs !== changedMs)
      lastFolder = {
        path: folder,
        changedMs,
        name: folderPicture(await fileNames(folder), { isAnyName: false }),
      };
    if (lastFolder.name === null) return null;
    const cover = await storeCover(path.join(folder, lastFolder.name), artworkFolder);
    return "problem" in cover ? null : cover.artworkName;
  } catch {
    return null; // a missing cover is not the file's fault
  }
}

async function fileNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function coverIn(folder: string, artworkFolder: string): Promise<FoundCover> {
  try {
    const name = folderPicture(await fileNames(folder), { isAnyName: true });
    if (name === null)
      return { problem: "There is no picture in its folder, such as cover.jpg or folder.png" };
    return await storeCover(path.join(folder, name), artworkFolder);
  } catch (error) {
    return { problem: fileRefusal(error) };
  }
}

/** Stores a picture as a cover. */
export async function storeCover(picturePath: string, artworkFolder: string): Promise<FoundCover> {
  const { size } = await stat(picturePath);
  if (size > MAX_PICTURE_BYTES) return { problem: "The picture is larger than 20 MB" };
  const picture = await readFile(picturePath);
  const artworkName = await storeArtwork({ picture, folder: artworkFolder });
  if (artworkName === null)
    return { problem: "This picture can't be read: it is damaged, or too large to unpack" };
  return { artworkName };
}
