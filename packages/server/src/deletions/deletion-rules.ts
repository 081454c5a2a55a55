import type { DeletedFileChoice } from "@neonrelay/contract";

/** A track that an operator wants to delete. */
export interface DoomedTrack {
  readonly id: string;
  readonly kind: "file" | "stream" | "source";
  readonly path: string;
  readonly title: string;
  readonly sizeBytes: number;
  /** Its file was missing at the last scan. */
  readonly isMissing: boolean;
}

type DeletionDecision =
  /** There is no file to handle: the track is removed. */
  | { readonly kind: "forget" }
  | { readonly kind: "keep" }
  | { readonly kind: "trash"; readonly trashPath: string }
  | { readonly kind: "erase" };

/** A trash folder within a music folder; scans skip hidden folders. */
const HIDDEN_TRASH = ".neonrelay-trash";
const DAY_MS = 24 * 60 * 60_000;

/** @param musicDirs every music folder outside DATA_DIR; all folders absolute, without a trailing slash */
export function decideDeletion(
  track: DoomedTrack,
  {
    files,
    dataDir,
    musicDirs,
  }: {
    readonly files: DeletedFileChoice;
    readonly dataDir: string;
    readonly musicDirs: readonly string[];
  },
): DeletionDecision {
  if (track.kind === "stream") return { kind: "forget" };
  // A music source's file stays on its server.
  if (files === "keep" || track.kind === "source") return { kind: "keep" };
  if (track.isMissing) return { kind: "forget" };
  if (files === "erase") return { kind: "erase" };
  const folder = trashFolderOf(track.path, { dataDir, musicDirs });
  // Each has its own folder, so files keep their names and never collide.
  const name = track.path.slice(track.path.lastIndexOf("/") + 1);
  return { kind: "trash", trashPath: `${folder}/${track.id}/${name}` };
}

/** The trash for a file: if possible on the same disk, so that nothing is copied. */
export function trashFolderOf(
  filePath: string,
  { dataDir, musicDirs }: { readonly dataDir: string; readonly musicDirs: readonly string[] },
): string {
  const own = `${dataDir}/trash`;
  if (isBelow(filePath, dataDir)) return own;
  const [nearest] = musicDirs
    .filter((folder) => isBelow(filePath, folder))
    .toSorted((one, other) => other.length - one.length);
  return nearest === undefined ? own : `${nearest}/${HIDDEN_TRASH}`;
}

function isBelow(filePath: string, folder: string): boolean {
  return filePath.startsWith(`${folder}/`);
}

/** When a file is erased from the trash automatically; null: never. */
export function erasedAt(
  { state, deletedAt }: { readonly state: string; readonly deletedAt: Date },
  trashDays: number,
): Date | null {
  if (state !== "trashed" || trashDays === 0) return null;
  return new Date(deletedAt.getTime() + trashDays * DAY_MS);
}
