import { folderPicture } from "@neonrelay/on-air/folder-cover-rules";
import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { opendir, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { audioExtensions, isSoundName } from "./music-format-rules.ts";
import type { FoundFile } from "./scan-rules.ts";

const MAX_DEPTH = 16;
/** Node's replacement for bytes that are not UTF-8. */
const REPLACED = "\ufffd";
/** Directory entries processed at once. */
const NAMES_AT_ONCE = 1000;
/** Concurrent `stat` calls. */
const LOOKS_AT_ONCE = 16;
/** Maximum files listed in memory; scans of the library have no limit. */
export const MAX_FILES = 500_000;

/** One result of a walk. */
type WalkStep =
  /** Some of a folder's audio files, in order. */
  | { readonly kind: "files"; readonly files: readonly FoundFile[] }
  | {
      /** All of a folder has been visited. */
      readonly kind: "folder";
      readonly folder: string;
      /** True when it contains nothing, not even a hidden file. */
      readonly isEmpty: boolean;
      /** The picture that is the cover of its music by its name; null: none. */
      readonly cover: FoundFile | null;
      /**
       * Audio files and folders whose names are not UTF-8, so that they can't be opened by name; other bytes as
       * `\\xe9`.
       */
      readonly misnamed: readonly string[];
    }
  /** A folder could not be read, at least not to its end. */
  | { readonly kind: "unreadable"; readonly folder: string; readonly reason: string };

interface MusicWalk {
  readonly files: readonly FoundFile[];
  /** Unreadable folders, with the reason. */
  readonly unreadable: readonly { readonly folder: string; readonly reason: string }[];
}

/** Lists playable files below the roots, by extension, up to a limit. */
export async function walkMusic(
  roots: readonly string[],
  { signal, maxFiles }: { readonly signal: AbortSignal; readonly maxFiles: number },
): Promise<MusicWalk> {
  const files: FoundFile[] = [];
  const unreadable: { folder: string; reason: string }[] = [];
  for await (const step of walkFolders(roots, signal)) {
    if (step.kind === "files")
      files.push(...step.files.filter(isPlayable).slice(0, maxFiles - files.length));
    if (step.kind === "unreadable") unreadable.push({ folder: step.folder, reason: step.reason });
  }
  return { files, unreadable };
}

function isPlayable(file: FoundFile): boolean {
  return audioExtensions.has(path.extname(file.path).toLowerCase());
}

/**
 * Finds the audio files below the roots, skipping hidden ones; links are followed without cycles. Memory holds only the
 * folders still to visit, however many files there are.
 */
export async function* walkFolders(
  roots: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<WalkStep, void, undefined> {
  const visited = new Set<string>();
  const waiting = roots.map((root) => ({ folder: path.resolve(root), depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal.throwIfAborted();
    const { folder, depth } = next;
    try {
      const real = await realpath(folder);
      if (visited.has(real)) continue;
      visited.add(real);
      const below: string[] = [];
      const pictures: string[] = [];
      let isEmpty = true;
      let hasReplaced = false;
      for await (const names of namesOf(folder)) {
        signal.throwIfAborted();
        isEmpty = false;
        hasReplaced ||= names.some(({ name }) => name.includes(REPLACED));
        const picture = folderPicture(
          names.map(({ name }) => name),
          { isAnyName: false },
        );
        if (picture !== null) pictures.push(picture);
        const found = await inspectEntries(folder, names);
        below.push(...found.folders);
        if (found.files.length > 0) yield { kind: "files", files: found.files };
      }
      const misnamed = hasReplaced ? await findMisnamed(folder) : [];
      const cover = await coverIn(folder, pictures);
      yield { kind: "folder", folder, isEmpty, cover, misnamed };
      if (depth < MAX_DEPTH)
        for (const each of below.sort().reverse()) waiting.push({ folder: each, depth: depth + 1 });
    } catch (error) {
      signal.throwIfAborted();
      yield {
        kind: "unreadable",
        folder,
        reason: error instanceof Error ? error.message : String(error),
      };
    }
  }
}

async function coverIn(folder: string, pictures: readonly string[]): Promise<FoundFile | null> {
  const name = folderPicture(pictures, { isAnyName: false });
  const file = name === null ? null : await statOrNull(path.join(folder, name));
  if (name === null || file?.isFile() !== true) return null;
  return { path: path.join(folder, name), sizeBytes: file.size, modifiedAtMs: file.mtimeMs };
}

/** Entries of a folder in batches: one may hold a million files. */
async function* namesOf(folder: string): AsyncGenerator<readonly Dirent[], void, undefined> {
  let names: Dirent[] = [];
  for await (const name of await opendir(folder, { bufferSize: NAMES_AT_ONCE })) {
    names.push(name);
    if (names.length < NAMES_AT_ONCE) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}

async function inspectEntries(
  folder: string,
  names: readonly Dirent[],
): Promise<{ readonly files: readonly FoundFile[]; readonly folders: readonly string[] }> {
  const files: FoundFile[] = [];
  const folders: string[] = [];
  const shown = names
    .filter(({ name }) => !name.startsWith("."))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (let first = 0; first < shown.length; first += LOOKS_AT_ONCE) {
    const looks = shown
      .slice(first, first + LOOKS_AT_ONCE)
      .map((each) => inspectEntry(folder, each));
    for (const found of await Promise.all(looks)) {
      if (found?.kind === "folder") folders.push(found.folder);
      if (found?.kind === "file") files.push(found.file);
    }
  }
  return { files, folders };
}

/** null when it is not music, can't be opened, or has vanished. */
async function inspectEntry(folder: string, entry: Dirent) {
  const full = path.join(folder, entry.name);
  const mayBeMusic = isSoundName(entry.name);
  const isCertain = !entry.isSymbolicLink() && !entry.name.includes(REPLACED);
  if (isCertain && entry.isDirectory()) return { kind: "folder", folder: full } as const;
  if (isCertain && !(entry.isFile() && mayBeMusic)) return null;
  const target = await statOrNull(full);
  if (target === null) return null;
  if (target.isDirectory()) return { kind: "folder", folder: full } as const;
  if (!target.isFile() || !mayBeMusic) return null;
  const file = { path: full, sizeBytes: target.size, modifiedAtMs: target.mtimeMs };
  return { kind: "file", file } as const;
}

async function findMisnamed(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { encoding: "buffer", withFileTypes: true });
  return entries
    .filter((entry) => {
      const name = entry.name.toString("latin1");
      return (
        (entry.isDirectory() || isSoundName(name)) && !name.startsWith(".") && !isUtf8(entry.name)
      );
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

/** null when it has vanished or can't be read, so that it doesn't count as music. */
async function statOrNull(full: string) {
  return await stat(full).catch(() => null);
}
