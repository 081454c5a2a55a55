import { readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { findUnmounted, mountsOf, readMounts, type Mount } from "./mount-rules.ts";

const FILE = "music-mounts.json";
const rememberedSchema = z.array(z.string());

/** The mounts where music is. */
interface MusicMounts {
  /** Everything mounted; empty on systems that don't say. */
  readonly mounts: readonly Mount[];
  /** Places that were mounted in an earlier scan and are not now. */
  readonly unmounted: readonly string[];
}

/**
 * Reads the mounts in and around the music folders, and remembers them in the data folder: an empty folder does not
 * reveal that a share belongs there. A mount whose mount point was removed is forgotten.
 */
export async function checkMounts(roots: readonly string[], dataDir: string): Promise<MusicMounts> {
  const text = await readFile("/proc/self/mountinfo", "utf8").catch(() => null);
  if (text === null) return { mounts: [], unmounted: [] };
  const mounts = readMounts(text);
  const file = path.join(dataDir, FILE);
  const remembered = await readRemembered(file);
  const unmounted: string[] = [];
  for (const place of findUnmounted(remembered, { folders: roots, mounts }))
    if (await isThere(place)) unmounted.push(place);
  const now = [...new Set([...mountsOf(roots, mounts), ...unmounted])].sort();
  if (JSON.stringify(now) !== JSON.stringify(remembered)) {
    await writeFile(`${file}.new`, JSON.stringify(now));
    await rename(`${file}.new`, file);
  }
  return { mounts, unmounted };
}

/** Empty when the file is missing or damaged. */
async function readRemembered(file: string): Promise<readonly string[]> {
  try {
    return rememberedSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return [];
  }
}

async function isThere(place: string): Promise<boolean> {
  return await stat(place).then(
    () => true,
    // A mount point that returns an error still exists.
    (error: unknown) => !(error instanceof Error && "code" in error && error.code === "ENOENT"),
  );
}
