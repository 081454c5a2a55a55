import { glob, mkdir, mkdtemp, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { openArchive } from "./archive-file.ts";
import { findArchiveObstacle, placeInside, useOf, type ArchiveFile } from "./archive-rules.ts";
import type { PathMap } from "./match-tracks.ts";
import { UnreadableOrigin } from "./moved-station.ts";

/** Prefix of the work folder. It is beside the music that stays, on the same disk; the library skips hidden folders. */
const WORK_FOLDER = ".moving-in-";

/** Where an origin is read. Disposing it removes files extracted only for reading. */
interface OriginPlace extends AsyncDisposable {
  readonly place: string;
  /** Moves an archive's music to its final place. Call once everything else could be read. */
  readonly takeMusic: () => Promise<OriginMusic>;
}

interface OriginMusic {
  /** null: it brought no music. */
  readonly folder: string | null;
  /** Maps the paths in the origin's playlists to the music's new place. */
  readonly maps: readonly PathMap[];
}

/** Removes leftovers of killed runs. Call only while none is running. */
export async function removeUnfinishedOrigins(dataDir: string): Promise<void> {
  const own = path.join(dataDir, "music");
  for await (const left of glob(`${WORK_FOLDER}*`, { cwd: own }))
    await rm(path.join(own, left), { recursive: true, force: true });
}

/**
 * Opens a file or folder in place, or extracts an archive. A dry run only records the names of its music.
 * @throws UnreadableOrigin when an archive is damaged, hostile or too large
 */
export async function openOriginPlace(
  given: string,
  { dataDir, isDryRun }: { readonly dataDir: string; readonly isDryRun: boolean },
): Promise<OriginPlace> {
  const found = await stat(given);
  const asItIs = (folder: string | null): OriginPlace => ({
    place: given,
    takeMusic: async () => ({ folder, maps: [] }),
    [Symbol.asyncDispose]: async () => {},
  });
  if (found.isDirectory()) return asItIs(given);
  const archive = await openArchive(given);
  if (archive === null) return asItIs(null);
  const own = path.join(dataDir, "music");
  await mkdir(own, { recursive: true });
  const { bavail, bsize } = await statfs(own);
  const limits = { archiveBytes: found.size, freeBytes: bavail * bsize };
  const obstacle = findArchiveObstacle(archive.contents, limits);
  if (obstacle !== null) throw new UnreadableOrigin(obstacle);

  await using failed = new AsyncDisposableStack();
  const work = await mkdtemp(path.join(own, WORK_FOLDER));
  const remove = () => rm(work, { recursive: true, force: true });
  failed.defer(remove);
  const { music } = archive.contents;
  await archive.unpack(work, (name) => {
    const use = useOf(name);
    return use === "told" || (use === "music" && !isDryRun);
  });
  if (isDryRun) await recordNames(work, music);
  failed.move();
  const takeMusic = async (): Promise<OriginMusic> => {
    if (music.length === 0) return { folder: null, maps: [] };
    if (isDryRun) return { folder: work, maps: [] };
    const name = path.basename(given).replace(/^\.+/, "");
    const folder = path.join(own, "moved-in", name);
    await keepMusic(music, { work, folder });
    return { folder, maps: [{ from: work, to: folder }] };
  };
  return { place: work, takeMusic, [Symbol.asyncDispose]: remove };
}

async function recordNames(work: string, music: readonly ArchiveFile[]): Promise<void> {
  for (const { name } of music) {
    const full = path.join(work, placeInside(name) ?? "");
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, "");
  }
}

/** Replaces files of an earlier run with the same ones. */
async function keepMusic(
  music: readonly ArchiveFile[],
  { work, folder }: { readonly work: string; readonly folder: string },
): Promise<void> {
  for (const { name } of music) {
    const inside = placeInside(name) ?? "";
    const full = path.join(folder, inside);
    await mkdir(path.dirname(full), { recursive: true });
    await rename(path.join(work, inside), full);
  }
}
