import { readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { findUnmounted, mountsOf, readMounts, type Mount } from "./mount-rules.ts";

const FILE = "music-mounts.json";
const rememberedSchema = z.array(z.string());

/** What is mounted where music lies. */
interface MusicMounts {
  /** Everything that is mounted; none on a system that does not say. */
  readonly mounts: readonly Mount[];
  /** Where something was mounted in an earlier scan, and is not now. */
  readonly unmounted: readonly string[];
}

/**
 * Looks at what is mounted in and around the music folders, and remembers it in the data folder: an empty folder does
 * not say that a share belongs there. A mount whose place was removed is forgotten.
 */
export async function lookAtMounts(
  roots: readonly string[],
  dataDir: string,
): Promise<MusicMounts> {
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

/** A file that is not there, or damaged, remembers nothing. */
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
    // One that answers with an error is there.
    (error: unknown) => !(error instanceof Error && "code" in error && error.code === "ENOENT"),
  );
}
