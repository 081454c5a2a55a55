import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** Below the data folder. Waveforms are named by the fingerprint of their file. */
const WAVEFORM_FOLDER = "waveforms";
const fingerprintPattern = /^[0-9a-f]{64}$/;
const ENDING = ".gz";

/** @returns null when there is none */
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
 * Removes waveforms of files that belong to no track any more, and remains of unfinished writes.
 * @param whichAreUsed returns which of these fingerprints are in use
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

/** Errors of the disk have a code; bugs have none. */
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

/** Spread over 256 folders, to keep each small. */
function fileOf(dataDir: string, fingerprint: string): string {
  if (!fingerprintPattern.test(fingerprint)) throw new Error("this is no fingerprint");
  return path.join(dataDir, WAVEFORM_FOLDER, fingerprint.slice(0, 2), `${fingerprint}${ENDING}`);
}
