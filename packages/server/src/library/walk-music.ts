import { isUtf8 } from "node:buffer";
import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { FoundFile } from "./scan-rules.ts";

/** What may be music by its name; the content decides. */
export const audioExtensions: ReadonlySet<string> = new Set(
  ".mp3 .flac .wav .ogg .oga .opus .m4a .m4b .mp4 .aac .aif .aiff .wma .wv .ape .mka".split(" "),
);
const MAX_DEPTH = 16;
/** What Node puts in the place of bytes that are not UTF-8. */
const REPLACED = "\ufffd";
/** Most files the library takes. */
export const MAX_FILES = 500_000;

export interface MusicWalk {
  readonly files: readonly FoundFile[];
  /** Every folder looked into. */
  readonly folders: readonly string[];
  /** Folders that could not be read, with the reason. */
  readonly unreadable: readonly { readonly folder: string; readonly reason: string }[];
  /** Audio files and folders whose names are not UTF-8, which can't be opened by them; other bytes as `\\xe9`. */
  readonly misnamed: readonly string[];
  /** How many audio files there are beyond the limit. */
  readonly leftOut: number;
}

/** Finds the audio files below the roots; hidden ones are left out, links are followed without going in circles. */
export async function walkMusic(
  roots: readonly string[],
  { signal, maxFiles }: { readonly signal: AbortSignal; readonly maxFiles: number },
): Promise<MusicWalk> {
  let leftOut = 0;
  const files: FoundFile[] = [];
  const folders: string[] = [];
  const unreadable: { folder: string; reason: string }[] = [];
  const misnamed: string[] = [];
  const visited = new Set<string>();
  const waiting = roots.map((root) => ({ folder: path.resolve(root), depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal.throwIfAborted();
    const { folder, depth } = next;
    try {
      const real = await realpath(folder);
      if (visited.has(real)) continue;
      visited.add(real);
      const entries = await readdir(folder, { withFileTypes: true });
      folders.push(folder);
      if (entries.some(({ name }) => name.includes(REPLACED)))
        misnamed.push(...(await findMisnamed(folder)));
      const below: { folder: string; depth: number }[] = [];
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entry.name.startsWith(".")) continue;
        const full = path.join(folder, entry.name);
        if (entry.name.includes(REPLACED) && (await statOrNull(full)) === null) continue;
        const kind = await kindOf(full, entry);
        if (kind === "folder" && depth < MAX_DEPTH) below.push({ folder: full, depth: depth + 1 });
        if (kind !== "file") continue;
        if (!audioExtensions.has(path.extname(entry.name).toLowerCase())) continue;
        if (files.length >= maxFiles) {
          leftOut += 1;
          continue;
        }
        const file = await statOrNull(full);
        if (file !== null)
          files.push({ path: full, sizeBytes: file.size, modifiedAtMs: file.mtimeMs });
      }
      waiting.push(...below.reverse());
    } catch (error) {
      unreadable.push({ folder, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { files, folders, unreadable, misnamed, leftOut };
}

async function findMisnamed(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { encoding: "buffer", withFileTypes: true });
  return entries
    .filter((entry) => {
      const name = entry.name.toString("latin1");
      const isMusic = entry.isDirectory() || audioExtensions.has(path.extname(name).toLowerCase());
      return isMusic && !name.startsWith(".") && !isUtf8(entry.name);
    })
    .map(({ name }) => path.join(folder, escaped(name)));
}

function escaped(name: Buffer): string {
  return name
    .toString("latin1")
    .replaceAll(
      /[^\x20-\x7e]/g,
      (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`,
    );
}

async function kindOf(
  full: string,
  entry: { isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean },
): Promise<"folder" | "file" | "other"> {
  const target = entry.isSymbolicLink() ? await statOrNull(full) : entry;
  if (target === null) return "other";
  if (target.isDirectory()) return "folder";
  return target.isFile() ? "file" : "other";
}

/** null when it vanished meanwhile or can't be read: then it doesn't count as music. */
async function statOrNull(full: string) {
  return await stat(full).catch(() => null);
}
