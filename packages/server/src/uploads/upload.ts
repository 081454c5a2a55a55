import { isDiskFull } from "@neonrelay/process/disk-full";
import { MAX_UPLOAD_BYTES, type Track } from "@neonrelay/contract";
import { niceness } from "@neonrelay/on-air/media-jobs";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, mkdir, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { MediaRun } from "../media/media-runner.ts";
import { findSettings } from "../settings/settings-store.ts";
import { findTrackByPath, listFilesOfSize } from "../library/track-store.ts";
import { ARTWORK_FOLDER } from "../library/artwork-folder.ts";
import { analyseFiles, type FileResult } from "../media/analyse-files.ts";
import { refuseShort, storeFileResult } from "../library/library-actions.ts";
import { codeOf, placeFile } from "../library/place-file.ts";
import { toTrack } from "../library/track-rules.ts";
import { extensionFor, safeFileName } from "./upload-rules.ts";
import { audioExtensions } from "../library/walk-music.ts";

export type Reception = "received" | "too-large" | "disk-full";

export type UploadOutcome =
  | { readonly kind: "added"; readonly track: Track }
  | { readonly kind: "refused"; readonly reason: string }
  /** The same content is a track already. */
  | { readonly kind: "known"; readonly title: string; readonly artist: string }
  | { readonly kind: "twice-at-once" }
  | { readonly kind: "disk-full" };

/** What all uploads have in common. */
export interface UploadsOptions {
  readonly database: Database;
  readonly events: StationEvents;
  readonly dataDir: string;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  /** What must be free on the disk before an upload, so that it never takes the last of it from the database. */
  readonly minimumFreeBytes: number;
  readonly log: Logger;
}

export interface UploadOptions extends UploadsOptions {
  /** Of its own, removed with it. */
  readonly folder: string;
  readonly contents: Set<string>;
  readonly signal: AbortSignal;
  readonly onEnd: () => void;
}

/** Longest a file may take to be decoded. */
const HEARING_LIMIT_MS = 10 * 60_000;
/** Where uploaded tracks lie, in the data folder. */
export const UPLOADED_FOLDER = path.join("music", "uploads");

interface Received {
  readonly path: string;
  readonly sizeBytes: number;
  readonly hash: string;
}

/** One file on its way into the library. Nothing is left of it unless it was added. */
export class Upload {
  readonly #options: UploadOptions;
  #received: Received | null = null;

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /** Writes the file as it comes and stops reading when it is too large. @param fileName as its sender calls it */
  async receive(content: AsyncIterable<Uint8Array>, fileName: string): Promise<Reception> {
    const { folder, signal } = this.#options;
    const { name, ext } = path.parse(fileName);
    const filePath = path.join(folder, `${safeFileName([name])}${ext.slice(0, 10)}`);
    const hash = createHash("sha256");
    let sizeBytes = 0;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await using file = await open(filePath, "wx", 0o640);
      for await (const chunk of content) {
        signal.throwIfAborted();
        sizeBytes += chunk.length;
        if (sizeBytes > MAX_UPLOAD_BYTES) return "too-large";
        hash.update(chunk);
        await file.appendFile(chunk);
      }
      signal.throwIfAborted();
      await file.sync();
    } catch (error) {
      if (isDiskFull(error)) return "disk-full";
      throw error;
    }
    this.#received = { path: filePath, sizeBytes, hash: hash.digest("hex") };
    return "received";
  }

  /** Hears the received file and adds it to the library, or says why not. */
  async add(): Promise<UploadOutcome> {
    const received = this.#received;
    if (received === null) throw new Error("an upload was added before it was received");
    const { contents } = this.#options;
    const content = `${received.sizeBytes} ${received.hash}`;
    if (contents.has(content)) return { kind: "twice-at-once" };
    contents.add(content);
    try {
      return (await this.#findSame(received)) ?? (await this.#hear(received));
    } catch (error) {
      if (isDiskFull(error)) return { kind: "disk-full" };
      throw error;
    } finally {
      contents.delete(content);
    }
  }

  /** Removes what was received; the library has its own. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await rm(this.#options.folder, { recursive: true, force: true });
    } finally {
      this.#options.onEnd();
    }
  }

  async #findSame({ sizeBytes, hash }: Received): Promise<UploadOutcome | null> {
    for (const file of await listFilesOfSize(this.#options.database.connection, sizeBytes))
      if ((await hashOf(file.path, this.#options.signal)) === hash)
        return { kind: "known", title: file.title, artist: file.artist };
    return null;
  }

  async #hear(received: Received): Promise<UploadOutcome> {
    const { database, media, dataDir, signal } = this.#options;
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
          : await this.#store(received, result);
      }
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
    }
    return { kind: "refused", reason: "Reading this file took too long" };
  }

  async #store(
    received: Received,
    result: Extract<FileResult, { kind: "analysed" }>,
  ): Promise<UploadOutcome> {
    const { database, dataDir, signal } = this.#options;
    signal.throwIfAborted();
    const { analysis } = result;
    const target = await placeFile({
      from: received.path,
      folder: path.join(dataDir, UPLOADED_FOLDER),
      name: safeFileName([analysis.artist, analysis.title]),
      extension: extensionFor({
        codec: analysis.codec,
        cameWith: path.extname(received.path),
        known: audioExtensions,
      }),
      linkFile: link,
    });
    try {
      const { size, mtimeMs } = await stat(target);
      await storeFileResult(this.#options, {
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
}

/** @returns null when the file can't be read: then it is not the same to us */
async function hashOf(filePath: string, signal: AbortSignal): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(filePath), hash, { signal });
  } catch (error) {
    if (signal.aborted || codeOf(error) === undefined) throw error;
    return null;
  }
  return hash.digest("hex");
}
