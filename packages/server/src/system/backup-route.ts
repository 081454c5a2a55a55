import { backupApi } from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "@neonrelay/process/log";
import { ApiFailure } from "../http/api-failure.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { SecurityLog } from "../security/security-log.ts";
import { writeBackup, type BackupParts } from "./backup.ts";

const { downloadBackup } = backupApi;

/**
 * Gives the backup as a file. It is written whole before it is sent, so that nobody's slow line keeps the database
 * waiting; one at a time.
 */
export function addBackupRoute(
  app: FastifyInstance,
  {
    log,
    ...parts
  }: BackupParts & {
    readonly systemLog: SystemLog;
    readonly security: SecurityLog;
    readonly log: Logger;
  },
): void {
  let isWriting = false;
  app.route({
    method: downloadBackup.method,
    url: downloadBackup.path,
    config: { access: downloadBackup.access },
    handler: async ({ caller, peer }, reply) => {
      if (isWriting)
        throw new ApiFailure({ error: "A backup is being written already", code: "conflict" });
      isWriting = true;
      const createdAt = new Date();
      const file = path.join(parts.dataDir, `backup-${randomUUID()}.gz`);
      await writeBackup(parts, { file, createdAt }).finally(() => {
        isWriting = false;
      });
      parts.systemLog.noteOperatorAction({ who: caller, action: "took a backup", details: null });
      parts.security.note({
        severity: "high",
        eventType: "backup_taken",
        description: "A backup of the station was downloaded",
        ipAddress: peer.address,
      });
      const content = createReadStream(file);
      content.once("close", () => {
        rm(file, { force: true }).catch((error: unknown) =>
          log.warn({ error }, "a sent backup could not be removed"),
        );
      });
      const day = createdAt.toISOString().slice(0, 10);
      return reply
        .type("application/gzip")
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="neon-relay-${day}.backup.gz"`)
        .send(content);
    },
  });
}
