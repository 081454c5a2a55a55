import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** Below the data folder: the waveforms of tracks, by the fingerprint of their files. */
const WAVEFORM_FOLDER = "waveforms";
const fingerprintPattern = /^[0-9a-f]{64}$/;
const ENDING = ".gz";

/** null: there is none. */
export async function readWaveform(dataDir: string, fingerprint: string): Promise<Buffer | null> {
  try {
    return await readFile(fileOf(dataDir, fingerprint));
  } catch (error) {
    if (isCoded(error) && error.code === "ENOENT") return null;
    throw error;
  }
}

/** @param packed see `peaks` in the media jobs */
export async function storeWaveform(
  dataDir: string,
  { fingerprint, packed }: { readonly fingerprint: string; readonly packed: Buffer },
): Promise<void> {
  const file = fileOf(dataDir, fingerprint);
  const unfinished = `${file}.${randomUUID()}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeFile(unfinished, packed);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Removes the waveforms of files that no track has any more, and what a write left that never ended.
 * @param whichAreUsed of these fingerprints
 */
export async function removeUnusedWaveforms(
  dataDir: string,
  whichAreUsed: (fingerprints: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const folder = path.join(dataDir, WAVEFORM_FOLDER);
  let removed = 0;
  for (const part of await namesIn(folder)) {
    const names = await namesIn(path.join(folder, part));
    if (names.length === 0) continue;
    const used = await whichAreUsed(names.map((name) => path.basename(name, ENDING)));
    for (const name of names) {
      if (used.has(path.basename(name, ENDING))) continue;
      await rm(path.join(folder, part, name), { force: true });
      removed += 1;
    }
  }
  return removed;
}

/** What goes wrong with a disk, and with nothing else. */
export function isCoded(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && "code" in error;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isCoded(error) && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}

/** 256 folders, so that none has too many files. */
function fileOf(dataDir: string, fingerprint: string): string {
  if (!fingerprintPattern.test(fingerprint)) throw new Error("this is no fingerprint");
  return path.join(dataDir, WAVEFORM_FOLDER, fingerprint.slice(0, 2), `${fingerprint}${ENDING}`);
}
