import { isDiskFull } from "@neonrelay/process/disk-full";
import { MAX_BACKUP_BYTES, restoreApi, type ApiError } from "@neonrelay/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm, statfs } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { confirmPassword } from "../accounts/password-guard.ts";
import type { SecretCheckParts } from "../accounts/secret-check.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import {
  FORM_STALL_LIMIT_MS,
  isBrokenForm,
  MAX_FORM_BYTES,
  takeForms,
} from "../http-kit/form-route.ts";
import { addRoutes } from "../http-kit/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import { UnreadableBackupError } from "./backup-file.ts";
import { readBackup, type BackupFacts, type RestoreParts } from "./read-backup.ts";
import { openWorkFolder } from "./work-folder.ts";

interface RestoreRouteParts extends RestoreParts, SecretCheckParts {
  readonly systemLog: SystemLog;
  readonly security: SecurityLog;
  /** Minimum free space on the disk. */
  readonly minimumFreeBytes: number;
  /** Restarts the server, dropping what it has in memory. */
  readonly restart: () => void;
}

const FILE_FIELD = restoreApi.restoreBackup.fileField;
const PASSWORD_FIELD = "password";

const wrongForm: ApiError = {
  error: `Send multipart/form-data: first the field '${PASSWORD_FIELD}', then the file in '${FILE_FIELD}'`,
  code: "invalid_request",
  field: FILE_FIELD,
};
const broken: ApiError = {
  error: "The backup did not arrive completely; send it again",
  code: "invalid_request",
  field: FILE_FIELD,
};
const tooLarge: ApiError = {
  error: `A backup of more than ${MAX_BACKUP_BYTES / 1024 ** 3}GiB must be restored from the command line: npm run station -- restore FILE`,
  code: "too_large",
  field: FILE_FIELD,
};
const busy: ApiError = { error: "Another backup is being restored", code: "conflict" };
const diskFull: ApiError = {
  error: "The station's disk has no room for this backup",
  code: "unavailable",
};

/**
 * Replaces all data with an uploaded backup, one at a time. The upload is complete, and read completely, before
 * anything changes; afterwards the server restarts.
 */
export async function addRestoreRoute(
  app: FastifyInstance,
  parts: RestoreRouteParts,
): Promise<void> {
  let isRestoring = false;
  await app.register(async (scope) => {
    await takeForms(scope, { maxFileBytes: MAX_BACKUP_BYTES });
    addRoutes(scope, restoreApi, {
      restoreBackup: async (_parsed, { caller, request, reply }) => {
        if (!request.isMultipart()) throw new ApiFailure(wrongForm);
        await requireRoom(parts, Number(request.headers["content-length"] ?? 0));
        const folder = await openWorkFolder(parts.dataDir);
        if (isRestoring) throw new ApiFailure(busy);
        isRestoring = true;
        const file = path.join(folder, `restored-${randomUUID()}`);
        try {
          await receive(parts, { request, file });
          await request.requireAccessAgain();
          const facts = await restore(parts, file);
          parts.systemLog.recordOperatorAction({
            who: caller,
            action: "restored a backup",
            details: { ...facts },
          });
          parts.security.record({
            severity: "high",
            eventType: "backup_restored",
            description: `The backup of ${facts.createdAt} was restored`,
            ipAddress: request.peer.address,
          });
          reply.raw.once("close", parts.restart);
          return { ...facts, damagedFiles: [...facts.damagedFiles] };
        } finally {
          isRestoring = false;
          await rm(file, { force: true });
        }
      },
    });
  });
}

async function requireRoom(
  { dataDir, minimumFreeBytes }: RestoreRouteParts,
  length: number,
): Promise<void> {
  if (length > MAX_BACKUP_BYTES + MAX_FORM_BYTES) throw new ApiFailure(tooLarge);
  const disk = await statfs(dataDir);
  if (disk.bavail * disk.bsize < minimumFreeBytes + length) throw new ApiFailure(diskFull);
}

/** Reads nothing of the file until the password has proved right. */
async function receive(
  parts: RestoreRouteParts,
  { request, file }: { readonly request: FastifyRequest; readonly file: string },
): Promise<void> {
  const { raw, caller, peer } = request;
  let isConfirmed = false;
  raw.setTimeout(FORM_STALL_LIMIT_MS, () => raw.destroy());
  try {
    for await (const part of request.parts()) {
      if (part.type === "field" && part.fieldname === PASSWORD_FIELD) {
        const password = String(part.value);
        const purpose = "the restoring of a backup";
        await confirmPassword(parts, { caller, peer, password, purpose });
        isConfirmed = true;
      }
      if (part.type !== "file") continue;
      if (!isConfirmed || part.fieldname !== FILE_FIELD) throw new ApiFailure(wrongForm);
      return await store(part.file, file);
    }
  } catch (error) {
    throw isBrokenForm(error) ? new ApiFailure(broken) : error;
  } finally {
    raw.setTimeout(0);
  }
  throw new ApiFailure(wrongForm);
}

async function store(
  content: Readable & { readonly truncated?: boolean },
  file: string,
): Promise<void> {
  try {
    await pipeline(content, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    if (isDiskFull(error)) throw new ApiFailure(diskFull);
    throw error;
  }
  if (content.truncated === true) throw new ApiFailure(tooLarge);
}

async function restore(parts: RestoreRouteParts, file: string): Promise<BackupFacts> {
  try {
    return await readBackup(parts, file);
  } catch (error) {
    if (isDiskFull(error)) throw new ApiFailure(diskFull);
    if (!(error instanceof UnreadableBackupError)) throw error;
    throw new ApiFailure({
      error: `The file was not restored and nothing changed: ${error.message}`,
      code: "refused_file",
      field: FILE_FIELD,
    });
  }
}
