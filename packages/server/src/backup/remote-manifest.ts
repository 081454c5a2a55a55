import * as z from "zod";
import { isMusicName, musicFolderOf, trackIdOf } from "./archive-format.ts";
import { readScheduledName } from "./backup-plan-rules.ts";

/** Suffix of a backup's manifest, which is uploaded last. A backup without one is incomplete. */
export const MANIFEST_ENDING = ".manifest.json";
/** Half a kilobyte for each of the 500,000 files that a library can have. */
export const MAX_MANIFEST_BYTES = 256 * 1024 ** 2;
export const STORED_MUSIC = "music/";

const sha256Schema = z.string().regex(/^[\da-f]{64}$/);
const manifestSchema = z.object({
  neonRelayManifest: z.literal(1),
  /** Of rows and covers. */
  sizeBytes: z.int(),
  sha256: sha256Schema,
  music: z.array(
    z.object({
      trackId: z.string().refine((id) => trackIdOf(musicFolderOf(id)) !== null),
      name: z.string().refine(isMusicName),
      sizeBytes: z.int(),
      modifiedAtMs: z.number(),
      sha256: sha256Schema,
    }),
  ),
});
/** Content of a stored backup; its music lies beside it by checksum, once for all backups. */
export type Manifest = Readonly<z.infer<typeof manifestSchema>>;
export type StoredMusic = Manifest["music"][number];

/** @returns null when it is damaged */
export function parseManifest(text: string): Manifest | null {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // not JSON
  }
}

export interface StoredBackup {
  /** Of its rows and covers. */
  readonly name: string;
  readonly createdAtMs: number;
  readonly sizeBytes: number;
}

/** Complete backups among a storage's files, newest first. */
export function listStored(files: ReadonlyMap<string, number>): readonly StoredBackup[] {
  return [...files]
    .flatMap(([name, sizeBytes]) => {
      const known = readScheduledName(name);
      const isWhole = known?.isWhole === true && files.has(name + MANIFEST_ENDING);
      return known === null || !isWhole
        ? []
        : [{ name, createdAtMs: known.createdAtMs, sizeBytes }];
    })
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
}

/** Backup files to remove from a storage: surplus backups, and remnants of interrupted ones. */
export function storedToRemove(
  files: ReadonlyMap<string, number>,
  keep: number,
): readonly string[] {
  const kept = new Set(
    listStored(files)
      .slice(0, keep)
      .flatMap(({ name }) => [name, name + MANIFEST_ENDING]),
  );
  const isOurs = (name: string) =>
    readScheduledName(
      name.endsWith(MANIFEST_ENDING) ? name.slice(0, -MANIFEST_ENDING.length) : name,
    ) !== null;
  const extra = [...files.keys()].filter((name) => isOurs(name) && !kept.has(name));
  // The manifest first, so that an interrupted removal leaves no apparent backup.
  return extra.toSorted(
    (a, b) => Number(b.endsWith(MANIFEST_ENDING)) - Number(a.endsWith(MANIFEST_ENDING)),
  );
}

/** Music that none of these backups has. */
export function musicToRemove(
  stored: Iterable<string>,
  manifests: readonly Manifest[],
): readonly string[] {
  const used = new Set(
    manifests.flatMap(({ music }) => music.map(({ sha256 }) => STORED_MUSIC + sha256)),
  );
  return [...stored].filter((name) => /^music\/[\da-f]{64}$/.test(name) && !used.has(name));
}
