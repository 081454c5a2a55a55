import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Database } from "../database/database.ts";
import { ARTWORK_FOLDER } from "../library/artwork-folder.ts";
import type { FileIntake } from "../library/file-intake.ts";
import { syncFolder } from "../library/place-file.ts";
import { storeCoverOf } from "../media/picture-jobs.ts";
import type { MediaRun } from "../media/media-runner.ts";
import { mostBytes } from "./cache-rules.ts";
import { saveCover, saveFetched, type AwayTrack } from "./cached-sound-store.ts";
import { openSubsonicFile, SubsonicError, type SubsonicServer } from "./subsonic-client.ts";

export interface FetchParts {
  readonly database: Database;
  readonly intake: Pick<FileIntake, "readFetched">;
  /** Reads covers. */
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  readonly dataDir: string;
  /** The source's cache folder, below the data folder. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

type Fetched = { readonly kind: "fetched" } | { readonly kind: "refused"; readonly reason: string };

/** Beside the cached files; emptied at startup. A source downloads at most one file and one cover at a time. */
export const UNFINISHED = ".unfinished";
/** Minimum download speed, in bytes per ms. */
const SLOWEST_BYTES_PER_MS = 32;
const LEAST_LIMIT_MS = 60_000;
const UNKNOWN_LIMIT_MS = 15 * 60_000;
const MAX_COVER_BYTES = 20 * 1024 ** 2;
const COVER_LIMIT_MS = 30_000;
const COVER_PIXELS = "600";

/**
 * Downloads the file of a track, has a child read it, and moves the complete file into the cache.
 * @throws SubsonicError when the server does not provide it
 */
export async function fetchSound(
  parts: FetchParts,
  {
    server,
    track,
    limitBytes,
  }: {
    readonly server: SubsonicServer;
    readonly track: AwayTrack;
    /** Size of the cache. */
    readonly limitBytes: number;
  },
): Promise<Fetched> {
  const { folder, database, intake } = parts;
  const unfinished = path.join(folder, UNFINISHED);
  await mkdir(unfinished, { recursive: true });
  const part = path.join(unfinished, `sound${track.extension}`);
  try {
    await download(parts, {
      server,
      track,
      part,
      maxBytes: mostBytes(track.remoteBytes, limitBytes),
    });
    const read = await intake.readFetched(part, parts.signal);
    if (read.kind === "refused") return read;
    await rename(part, track.path);
    await syncFolder(folder);
    const { size, mtimeMs } = await stat(track.path);
    await database.transaction((transaction) =>
      saveFetched(transaction, {
        trackId: track.trackId,
        analysis: read.analysis,
        file: { sizeBytes: size, modifiedAtMs: mtimeMs },
        artworkName: read.analysis.artworkName,
      }),
    );
    return { kind: "fetched" };
  } finally {
    await rm(part, { force: true });
  }
}

/** Downloads the original file; servers that forbid downloads may still stream it unchanged. */
async function download(
  { signal }: FetchParts,
  {
    server,
    track: { remoteId, remoteBytes },
    part,
    maxBytes,
  }: {
    readonly server: SubsonicServer;
    readonly track: AwayTrack;
    readonly part: string;
    readonly maxBytes: number;
  },
): Promise<void> {
  const limitMs =
    remoteBytes === null
      ? UNKNOWN_LIMIT_MS
      : LEAST_LIMIT_MS + Math.ceil(remoteBytes / SLOWEST_BYTES_PER_MS);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const opened = await openOriginal(server, remoteId, limit);
  await pipeline(
    Readable.from(upTo(opened.body, maxBytes), { objectMode: false }),
    createWriteStream(part, { mode: 0o640 }),
  );
  await using written = await open(part, "r");
  await written.sync();
  const { size } = await written.stat();
  if (opened.sizeBytes !== null && size !== opened.sizeBytes)
    throw new SubsonicError("The server sent less than the whole file", "server");
  if (size === 0) throw new SubsonicError("The server sent an empty file", "request");
}

async function openOriginal(server: SubsonicServer, id: string, signal: AbortSignal) {
  // Some servers transcode even downloads, unless asked not to.
  const parameters = { id, format: "raw" };
  try {
    return await openSubsonicFile(server, { method: "download", parameters, signal });
  } catch (error) {
    if (!(error instanceof SubsonicError) || error.concerns === "server") throw error;
    return await openSubsonicFile(server, { method: "stream", parameters, signal });
  }
}

async function* upTo(
  chunks: AsyncGenerator<Buffer, void>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes)
      throw new SubsonicError("The server sends more than the file has", "request");
    yield chunk;
  }
}

/**
 * Downloads a cover and gives it to the tracks that have it at the source.
 * @throws SubsonicError when the server itself fails
 */
export async function fetchCover(
  { database, media, dataDir, folder, signal }: FetchParts,
  {
    server,
    sourceId,
    coverId,
  }: { readonly server: SubsonicServer; readonly sourceId: string; readonly coverId: string },
): Promise<void> {
  const unfinished = path.join(folder, UNFINISHED);
  await mkdir(unfinished, { recursive: true });
  const picturePath = path.join(unfinished, "cover");
  let artworkName: string | null = null;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(COVER_LIMIT_MS)]);
    const parameters = { id: coverId, size: COVER_PIXELS };
    const { body } = await openSubsonicFile(server, {
      method: "getCoverArt",
      parameters,
      signal: limit,
    });
    const chunks: Buffer[] = [];
    for await (const chunk of upTo(body, MAX_COVER_BYTES)) chunks.push(chunk);
    await writeFile(picturePath, Buffer.concat(chunks), { mode: 0o640 });
    const artworkFolder = path.join(dataDir, ARTWORK_FOLDER);
    const stored = await storeCoverOf(picturePath, { artworkFolder, media });
    if ("name" in stored) artworkName = stored.name;
  } catch (error) {
    if (!(error instanceof SubsonicError) || error.concerns === "server") throw error;
  } finally {
    await rm(picturePath, { force: true });
  }
  await saveCover(database.connection, { sourceId, coverId, artworkName });
}
