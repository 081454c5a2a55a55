import type { Track } from "@neonrelay/contract";
import { niceness } from "@neonrelay/on-air/media-jobs";
import { isDiskFull } from "@neonrelay/process/disk-full";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import { joinNames } from "../library/artist-rules.ts";
import { ARTWORK_FOLDER } from "../library/artwork-folder.ts";
import { refuseShort, storeFileResult } from "../library/library-actions.ts";
import { codeOf, placeFile } from "../library/place-file.ts";
import { toTrack } from "../library/track-rules.ts";
import { findTrackByPath, listFilesOfSize } from "../library/track-store.ts";
import { audioExtensions } from "../library/music-format-rules.ts";
import { analyseFiles, type FileResult } from "../media/analyse-files.ts";
import type { MediaRun } from "../media/media-runner.ts";
import { findSettings } from "../settings/settings-store.ts";
import { extensionFor, safeFileName } from "./upload-rules.ts";

export type UploadOutcome =
  | { readonly kind: "added"; readonly track: Track }
  | { readonly kind: "refused"; readonly reason: string }
  /** A track with the same content exists. */
  | { readonly kind: "known"; readonly title: string; readonly artist: string }
  | { readonly kind: "twice-at-once" }
  | { readonly kind: "disk-full" };

export interface AddOptions {
  readonly database: Database;
  readonly events: StationEvents;
  readonly dataDir: string;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  readonly log: Logger;
  /** Contents of files being added, by size and hash: the same file sent twice at once is added once. */
  readonly contents: Set<string>;
  readonly signal: AbortSignal;
  readonly onStep: (step: "checking" | "analysing") => Promise<void>;
}

export interface ReceivedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly hash: string;
}

/** Time limit for decoding a file. */
const HEARING_LIMIT_MS = 10 * 60_000;
/** Location of uploaded tracks, relative to the data folder. */
export const UPLOADED_FOLDER = path.join("music", "uploads");

/**
 * Adds a complete file to the library, however it was uploaded, or returns why not. The library then has its own copy.
 */
export async function addReceived(
  options: AddOptions,
  received: ReceivedFile,
): Promise<UploadOutcome> {
  const { contents, onStep } = options;
  const content = `${received.sizeBytes} ${received.hash}`;
  if (contents.has(content)) return { kind: "twice-at-once" };
  contents.add(content);
  try {
    await onStep("checking");
    const same = await findSame(options, received);
    if (same !== null) return same;
    await onStep("analysing");
    return await hear(options, received);
  } catch (error) {
    if (isDiskFull(error)) return { kind: "disk-full" };
    throw error;
  } finally {
    contents.delete(content);
  }
}

/** @returns null when the file can't be read, so that it matches no other */
export async function hashOf(filePath: string, signal: AbortSignal): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(filePath), hash, { signal });
  } catch (error) {
    if (signal.aborted || codeOf(error) === undefined) throw error;
    return null;
  }
  return hash.digest("hex");
}

async function findSame(
  { database, signal }: AddOptions,
  { sizeBytes, hash }: ReceivedFile,
): Promise<UploadOutcome | null> {
  for (const file of await listFilesOfSize(database.connection, sizeBytes))
    if ((await hashOf(file.path, signal)) === hash)
      return { kind: "known", title: file.title, artist: file.artist };
  return null;
}

async function hear(options: AddOptions, received: ReceivedFile): Promise<UploadOutcome> {
  const { database, media, dataDir, signal } = options;
  const limit = AbortSignal.timeout(HEARING_LIMIT_MS);
  try {
    const results = analyseFiles({
      ...media,
      paths: [received.path],
      atOnce: 1,
      niceness: niceness.awaited,
      artworkFolder: path.join(dataDir, ARTWORK_FOLDER),
      signal: AbortSignal.any([signal, limit]),
    });
    const settings = await findSettings(database.connection);
    const shortestSeconds = settings?.shortestTrackSeconds ?? 0;
    for await (const read of results) {
      const result = refuseShort(read, shortestSeconds);
      return result.kind === "refused"
        ? { kind: "refused", reason: result.reason }
        : await store(options, { received, result });
    }
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
  }
  return { kind: "refused", reason: "Reading this file took too long" };
}

async function store(
  options: AddOptions,
  {
    received,
    result,
  }: {
    readonly received: ReceivedFile;
    readonly result: Extract<FileResult, { kind: "analysed" }>;
  },
): Promise<UploadOutcome> {
  const { database, dataDir, signal } = options;
  signal.throwIfAborted();
  const { analysis } = result;
  const target = await placeFile({
    from: received.path,
    folder: path.join(dataDir, UPLOADED_FOLDER),
    // A title that came from the file name must be the same when the placed file is read again.
    name: safeFileName([joinNames(analysis.artists), analysis.title]),
    extension: extensionFor({
      codec: analysis.codec,
      cameWith: path.extname(received.path),
      known: audioExtensions,
    }),
    linkFile: link,
  });
  try {
    const { size, mtimeMs } = await stat(target);
    await storeFileResult(options, {
      result,
      file: { path: target, sizeBytes: size, modifiedAtMs: mtimeMs },
    });
    const track = await findTrackByPath(database.connection, target);
    if (track === null) throw new Error("an uploaded track vanished immediately");
    return { kind: "added", track: toTrack(track) };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}
