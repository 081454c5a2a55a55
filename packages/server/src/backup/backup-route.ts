import { isDiskFull } from "@neonrelay/process/disk-full";
import { backupApi } from "@neonrelay/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Logger } from "@neonrelay/process/log";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import { writeBackup, type BackupParts } from "./backup.ts";
import { archiveBytesOf, listArchivedFiles, readAsArchive } from "./music-archive.ts";
import { DiskFullError } from "./disk-room.ts";
import { openWorkFolder, removeUnfinished } from "./work-folder.ts";

interface RouteParts extends BackupParts {
  readonly systemLog: SystemLog;
  readonly security: SecurityLog;
  readonly log: Logger;
  /** Minimum free space on the disk. */
  readonly minimumFreeBytes: number;
  /** A client that reads nothing for `downloadStallMs` is cut off. */
  readonly limits: { readonly downloadStallMs: number };
}

/**
 * Serves the backup as a file, alone or followed by the music. The database is written out completely first, so that a
 * slow client does not block it. One backup, and one with music, at a time.
 */
export async function addBackupRoute(app: FastifyInstance, parts: RouteParts): Promise<void> {
  await removeUnfinished(parts.dataDir);
  const { downloadBackup, downloadArchive } = backupApi;
  let isWriting = false;
  let isSendingMusic = false;
  const write = async (createdAt: Date): Promise<string> => {
    if (isWriting) throw busy("Another backup is being written; try again in a moment");
    isWriting = true;
    try {
      const file = path.join(await openWorkFolder(parts.dataDir), `backup-${randomUUID()}.gz`);
      const keepFreeBytes = parts.minimumFreeBytes;
      await writeBackup(parts, { file, createdAt, keepFreeBytes });
      return file;
    } catch (error) {
      if (error instanceof DiskFullError || isDiskFull(error)) throw noRoom();
      throw error;
    } finally {
      isWriting = false;
    }
  };
  app.route({
    method: downloadBackup.method,
    url: downloadBackup.path,
    // A HEAD would cost as much and return nothing.
    exposeHeadRoute: false,
    config: { access: downloadBackup.access },
    handler: async (request, reply) => {
      const createdAt = new Date();
      const file = await write(createdAt);
      recordAction(parts, { request, action: "downloaded a backup", details: null });
      const content = createReadStream(file);
      content.once("close", () => remove(parts, file));
      limitStall(parts, reply);
      return asDownload(reply, { createdAt, extension: "backup.gz" })
        .type(downloadBackup.mediaType)
        .send(content);
    },
  });
  app.route({
    method: downloadArchive.method,
    url: downloadArchive.path,
    exposeHeadRoute: false,
    config: { access: downloadArchive.access },
    handler: async (request, reply) => {
      if (isSendingMusic)
        throw busy("Another backup with music is being downloaded; wait until it finishes");
      isSendingMusic = true;
      let file: string | undefined;
      const end = () => {
        isSendingMusic = false;
        if (file !== undefined) remove(parts, file);
      };
      try {
        const createdAt = new Date();
        file = await write(createdAt);
        const files = await listArchivedFiles(parts.database, file);
        const bytes = archiveBytesOf(files);
        const details = { musicFiles: files.length - 1, bytes };
        recordAction(parts, { request, action: "downloaded a backup with music", details });
        const content = Readable.from(readAsArchive(files), { objectMode: false });
        content.once("close", end);
        limitStall(parts, reply);
        return (
          asDownload(reply, { createdAt, extension: "backup.tar" })
            .type(downloadArchive.mediaType)
            // Lets a browser detect a truncated download.
            .header("content-length", bytes)
            .send(content)
        );
      } catch (error) {
        end();
        throw error;
      }
    },
  });
}

function noRoom(): ApiFailure {
  return new ApiFailure({
    error:
      "The station's disk has no room for a backup; free some space, or write it to another disk from the command line: npm run station -- backup FILE",
    code: "unavailable",
  });
}

function busy(error: string): ApiFailure {
  return new ApiFailure({ error, code: "conflict" });
}

function recordAction(
  { systemLog, security }: RouteParts,
  {
    request: { caller, peer },
    action,
    details,
  }: {
    readonly request: FastifyRequest;
    readonly action: string;
    readonly details: Readonly<Record<string, number>> | null;
  },
): void {
  systemLog.recordOperatorAction({ who: caller, action, details });
  security.record({
    severity: "high",
    eventType: "backup_taken",
    description: "A backup of the station was downloaded",
    ipAddress: peer.address,
  });
}

function asDownload(
  reply: FastifyReply,
  { createdAt, extension }: { readonly createdAt: Date; readonly extension: string },
): FastifyReply {
  const day = createdAt.toISOString().slice(0, 10);
  return reply
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="neon-relay-${day}.${extension}"`);
}

function limitStall({ limits }: RouteParts, { raw }: FastifyReply): void {
  raw.setTimeout(limits.downloadStallMs, () => raw.destroy());
}

function remove({ log }: RouteParts, file: string): void {
  rm(file, { force: true }).catch((error: unknown) =>
    log.warn({ error }, "could not remove an uploaded backup"),
  );
}
