import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { storeArtwork } from "./artwork.ts";
import { fileRefusal } from "./file-refusal.ts";
import { folderPicture } from "./folder-cover-rules.ts";
import type { MediaResult } from "./media-jobs.ts";

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

type FoundCover = { readonly artworkName: string } | { readonly problem: string };

/** Stores the picture beside each file as a cover; each folder is looked into once. */
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

async function coverIn(folder: string, artworkFolder: string): Promise<FoundCover> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const name = folderPicture(
      entries.filter((entry) => entry.isFile()).map((entry) => entry.name),
    );
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
