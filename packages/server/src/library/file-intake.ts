import type { Track } from "@neonrelay/contract";
import type { Analysis } from "@neonrelay/on-air/media-jobs";
import { isDiskFull } from "@neonrelay/process/disk-full";
import type { Logger } from "@neonrelay/process/log";
import { link, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { mayWorkLater } from "../database/database-failures.ts";
import type { StationEvents } from "../events/station-events.ts";
import { joinNames } from "./artist-rules.ts";
import { hashFile } from "./file-fingerprint.ts";
import { extensionFor, placeFile, safeFileName } from "./place-file.ts";
import { readFiles, type CheckedFile, type ReadingParts } from "./read-files.ts";
import { saveRefusedFile } from "./refused-file-store.ts";
import type { FoundFile } from "./scan-rules.ts";
import { storeFile } from "./store-file.ts";
import { toTrack } from "./track-rules.ts";
import { findTrackByPath, listFilesOfSize } from "./track-store.ts";

/** Location of uploaded tracks, relative to the data folder. */
export const UPLOADED_FOLDER = path.join("music", "uploads");
/** Time limit for reading a received file, in ms. */
const RECEIVED_LIMIT_MS = 10 * 60_000;
const UNSTORABLE = "The library can't store this file's tags";

interface IntakeParts extends ReadingParts {
  readonly events: StationEvents;
  readonly log: Logger;
}

/** A complete file outside the library. */
export interface ReceivedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** As of `hashFile`, if it was taken while the file arrived. */
  readonly hash?: string;
}

export type AddOutcome =
  | { readonly kind: "added"; readonly track: Track }
  | { readonly kind: "refused"; readonly reason: string }
  /** A track with the same content exists. */
  | { readonly kind: "known"; readonly title: string; readonly artist: string }
  | { readonly kind: "twice-at-once" }
  /** The file can't be read any more. */
  | { readonly kind: "lost" }
  | { readonly kind: "disk-full" };

/** What became of a file in a music folder. */
export type FiledFile = Pick<FoundFile, "path" | "sizeBytes"> &
  (
    | {
        readonly kind: "stored";
        readonly analysis: Analysis;
        /** A remark for people. */
        readonly note: string | null;
      }
    | { readonly kind: "refused"; readonly reason: string }
  );

/**
 * The way into the library for every file. An upload is compared with what is there, read, given a name in the
 * library's folder and stored; a file that a scan or an import found is read and stored where it is; the sound of a
 * music source is only read, because its track exists already. All are read by the same children under the same rules.
 */
export class FileIntake {
  readonly #parts: IntakeParts;
  /** Contents being added, by size and hash: the same file sent twice at once is added once. */
  readonly #adding = new Set<string>();

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Adds a file to the library, which then has its own copy, or returns why not. */
  async add(
    received: ReceivedFile,
    {
      signal,
      onStep,
    }: {
      readonly signal: AbortSignal;
      readonly onStep: (step: "checking" | "analysing") => Promise<void>;
    },
  ): Promise<AddOutcome> {
    const hash = received.hash ?? (await hashFile(received.path, signal));
    if (hash === null) return { kind: "lost" };
    const placed = await this.#findPlaced(received.path);
    if (placed !== null) return { kind: "added", track: placed };
    const content = `${received.sizeBytes} ${hash}`;
    if (this.#adding.has(content)) return { kind: "twice-at-once" };
    this.#adding.add(content);
    try {
      await onStep("checking");
      const { connection } = this.#parts.database;
      for (const known of await listFilesOfSize(connection, received.sizeBytes))
        if ((await hashFile(known.path, signal)) === hash)
          return { kind: "known", title: known.title, artist: known.artist };
      await onStep("analysing");
      const read = await this.#readReceived(received.path, signal);
      if (read.kind === "refused") return { kind: "refused", reason: read.reason };
      signal.throwIfAborted();
      return { kind: "added", track: await this.#place(received.path, read.analysis) };
    } catch (error) {
      if (isDiskFull(error)) return { kind: "disk-full" };
      throw error;
    } finally {
      this.#adding.delete(content);
    }
  }

  /** Reads files in the music folders and stores each as a track or a refusal, in the order in which they are read. */
  async *addFound(
    files: readonly FoundFile[],
    signal: AbortSignal,
  ): AsyncGenerator<FiledFile, void, undefined> {
    const fileByPath = new Map(files.map((file) => [file.path, file]));
    const paths = [...fileByPath.keys()];
    for await (const read of readFiles(this.#parts, { paths, cause: "found", signal })) {
      const file = fileByPath.get(read.path);
      if (file === undefined) continue;
      const filed = await this.#file(read, file);
      if (filed.kind === "refused")
        this.#parts.log.warn({ path: file.path, reason: filed.reason }, "file refused");
      yield filed;
    }
  }

  /** Reads the sound fetched for a track of a music source. Stores only its cover. */
  async readFetched(filePath: string, signal: AbortSignal): Promise<CheckedFile> {
    const reading = readFiles(this.#parts, { paths: [filePath], cause: "fetched", signal });
    for await (const read of reading) return read;
    throw new Error("the analysis of a fetched file returned nothing");
  }

  /** Finds the track of a file that was already placed in the library when the server was killed. */
  async #findPlaced(filePath: string): Promise<Track | null> {
    const { ino, dev, nlink } = await stat(filePath);
    if (nlink < 2) return null;
    const folder = path.join(this.#parts.dataDir, UPLOADED_FOLDER);
    for (const name of await readdir(folder).catch(() => [])) {
      const named = path.join(folder, name);
      const file = await stat(named).catch(() => null);
      if (file?.ino !== ino || file.dev !== dev) continue;
      const track = await findTrackByPath(this.#parts.database.connection, named);
      if (track !== null) return toTrack(track);
      await rm(named, { force: true });
    }
    return null;
  }

  async #readReceived(filePath: string, signal: AbortSignal): Promise<CheckedFile> {
    const limit = AbortSignal.timeout(RECEIVED_LIMIT_MS);
    try {
      const reading = readFiles(this.#parts, {
        paths: [filePath],
        cause: "received",
        signal: AbortSignal.any([signal, limit]),
      });
      for await (const read of reading) return read;
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
    }
    const reason = "Reading this file took too long";
    return { kind: "refused", path: filePath, reason, durationMs: null };
  }

  /** Gives the file a name in the library and stores its track. */
  async #place(filePath: string, analysis: Analysis): Promise<Track> {
    const { database, dataDir } = this.#parts;
    const target = await placeFile({
      from: filePath,
      folder: path.join(dataDir, UPLOADED_FOLDER),
      // A title that came from the file name must be the same when the placed file is read again.
      name: safeFileName([joinNames(analysis.artists), analysis.title]),
      extension: extensionFor({ codec: analysis.codec, cameWith: path.extname(filePath) }),
      linkFile: link,
    });
    try {
      const { size, mtimeMs } = await stat(target);
      const file = { path: target, sizeBytes: size, modifiedAtMs: mtimeMs };
      await storeFile(this.#parts, { analysis, file });
      const track = await findTrackByPath(database.connection, target);
      if (track === null) throw new Error("an added track vanished immediately");
      return toTrack(track);
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
  }

  /** Refuses also a file that can't be stored, so that it does not fail every scan. */
  async #file(read: CheckedFile, file: FoundFile): Promise<FiledFile> {
    if (read.kind === "refused") return await this.#refuse(file, read);
    const { analysis } = read;
    try {
      const note = await storeFile(this.#parts, { analysis, file });
      return { ...file, kind: "stored", analysis, note };
    } catch (error) {
      if (mayWorkLater(error)) throw error;
      this.#parts.log.error({ error, path: file.path }, "file refused: it can't be stored");
      return await this.#refuse(file, { reason: UNSTORABLE, durationMs: null });
    }
  }

  async #refuse(
    file: FoundFile,
    { reason, durationMs }: { readonly reason: string; readonly durationMs: number | null },
  ): Promise<FiledFile> {
    const { database, events } = this.#parts;
    await saveRefusedFile(database.connection, { ...file, reason, durationMs });
    events.publish({ type: "library.changed", isFileRead: true });
    return { ...file, kind: "refused", reason };
  }
}
