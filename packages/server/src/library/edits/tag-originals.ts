import type { OriginalPlace } from "@neonrelay/on-air/media-jobs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../../database/database.ts";
import { codeOf, syncFolder } from "../place-file.ts";
import { decideRoom, type KeptOriginal } from "./original-room-rules.ts";
import { forgetOriginals, listKeptOriginals, saveOriginal } from "./original-store.ts";

type OriginalId = Pick<KeptOriginal, "editId" | "trackId">;

/** The originals needed to undo edits in files. Only the tag writer changes them, one step at a time. */
export interface TagOriginals {
  readonly placeOf: (id: OriginalId) => OriginalPlace;
  /** Registers an original whose record is on disk; older ones may be dropped for it. */
  readonly keep: (original: KeptOriginal) => Promise<"kept" | "no-room" | "undone">;
  /** Removes a record that is no longer needed. */
  readonly discard: (id: OriginalId) => Promise<void>;
}

export const MEGABYTE = 1024 * 1024;
const ORIGINALS_FOLDER = "tag-originals";
const PICTURES_FOLDER = "pictures";

/** Opens the folder, removes what is no longer needed, and makes room if the limit was lowered. */
export async function openTagOriginals({
  database,
  dataDir,
  limitBytes,
}: {
  readonly database: Pick<Database, "connection" | "transaction">;
  readonly dataDir: string;
  readonly limitBytes: number;
}): Promise<TagOriginals> {
  const folder = path.join(dataDir, ORIGINALS_FOLDER);
  const picturesFolder = path.join(folder, PICTURES_FOLDER);
  const placeOf = (id: OriginalId): OriginalPlace => ({
    recordPath: path.join(folder, nameOf(id)),
    picturesFolder,
  });
  const discard = async (id: OriginalId): Promise<void> => {
    await rm(placeOf(id).recordPath, { force: true });
  };
  const pictureBytes = new Map<string, number>();
  for (const name of await namesIn(picturesFolder))
    pictureBytes.set(name, (await stat(path.join(picturesFolder, name))).size);
  const known = await listKeptOriginals(database.connection);
  const onDisk = new Set(await namesIn(folder));
  // A restored backup lists originals that it does not contain.
  const lost = known.filter((one) => !onDisk.has(nameOf(one)));
  const there = without(known, lost);
  const decision = decideRoom({ kept: there, wanted: null, pictureBytes, limitBytes });
  const tooMany = decision.kind === "fits" ? decision.forgotten : [];
  await forgetOriginals(database.connection, [...lost, ...tooMany]);
  let kept = without(there, tooMany);
  const records = new Set(kept.map(nameOf));
  const pictures = new Set(kept.flatMap((one) => one.pictures));
  await removeOthers(folder, new Set([...records, PICTURES_FOLDER]));
  await removeOthers(picturesFolder, pictures);
  return {
    placeOf,
    discard,
    keep: async (original) => {
      for (const name of original.pictures)
        pictureBytes.set(name, (await stat(path.join(picturesFolder, name))).size);
      const room = decideRoom({ kept, wanted: original, pictureBytes, limitBytes });
      if (room.kind === "too-little") return "no-room";
      await syncFolder(picturesFolder);
      await syncFolder(folder);
      const isSaved = await database.transaction(async (transaction) => {
        await forgetOriginals(transaction, room.forgotten);
        return await saveOriginal(transaction, original);
      });
      for (const one of room.forgotten) await discard(one);
      kept = without(kept, [...room.forgotten, original]);
      if (!isSaved) return "undone";
      // Files are written one at a time: none of them waits when the next original is kept.
      kept = [...kept, { ...original, isWaiting: false }];
      return "kept";
    },
  };
}

function nameOf({ editId, trackId }: OriginalId): string {
  return `${editId}-${trackId}.gz`;
}

function without<One extends OriginalId>(
  kept: readonly One[],
  gone: readonly OriginalId[],
): readonly One[] {
  const names = new Set(gone.map(nameOf));
  return kept.filter((one) => !names.has(nameOf(one)));
}

async function removeOthers(folder: string, wanted: ReadonlySet<string>): Promise<void> {
  for (const name of await namesIn(folder))
    if (!wanted.has(name)) await rm(path.join(folder, name), { force: true });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
