import { incomingApi } from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { addRoutes, type HandlersFor } from "../http-kit/route.ts";
import type { FoundFiles } from "../incoming/found-files.ts";
import { countUnderWay, secondsLeft, toIncomingFile } from "../incoming/incoming-rules.ts";
import { countFinishedSince, countIncoming, listIncoming } from "../incoming/incoming-store.ts";
import type { FileIntake } from "../library/file-intake.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { Settings } from "../settings/settings.ts";
import { maxUploadBytesOf } from "./admit-upload.ts";
import { addResumableUploads } from "./resumable-route.ts";
import { ResumableUploads } from "./resumable-uploads.ts";
import { addUpload } from "./upload-handlers.ts";
import { Uploads, type UploadsOptions } from "./uploads.ts";

const MINUTE_MS = 60_000;

interface UploadFeatureParts extends Omit<UploadsOptions, "intake"> {
  readonly library: { readonly intake: FileIntake; readonly found: FoundFiles };
  readonly systemLog: SystemLog;
}

/** Both ways of uploading, and the list of incoming files. */
export async function uploadFeature(
  app: FastifyInstance,
  parts: UploadFeatureParts,
): Promise<void> {
  const { intake, found } = parts.library;
  const uploads = await Uploads.open({ ...parts, intake });
  app.addHook("preClose", async () => uploads.close());
  await addUpload(app, { ...parts, uploads });
  const resumable = await ResumableUploads.open({ ...parts, intake });
  app.addHook("onClose", async () => await resumable.close());
  await addResumableUploads(app, { ...parts, resumable });
  addRoutes(app, incomingApi, incomingHandlers({ ...parts, found, resumable }));
}

function incomingHandlers({
  database,
  settings,
  found,
  resumable,
  systemLog,
}: {
  readonly database: Database;
  readonly settings: Pick<Settings, "current">;
  readonly found: FoundFiles;
  readonly resumable: ResumableUploads;
  readonly systemLog: SystemLog;
}): HandlersFor<typeof incomingApi> {
  return {
    listIncoming: async ({ query: { offset, limit, ...filter } }) => {
      const { connection } = database;
      const { way, batchId } = filter;
      const rows = await listIncoming(connection, { filter, offset, limit });
      const counts = await countIncoming(connection, { way, batchId });
      const { scan } = found;
      const since = new Date(Date.now() - MINUTE_MS);
      const filesPerMinute = await countFinishedSince(connection, since);
      const toScan = scan === null ? 0 : scan.found - scan.added - scan.refused;
      const all = Object.values(counts).reduce((sum, files) => sum + files, 0);
      return {
        files: await Promise.all(
          rows.map(async (row) =>
            toIncomingFile(
              row,
              row.state === "receiving" ? ((await resumable.receivedBytesOf(row.id)) ?? 0) : 0,
            ),
          ),
        ),
        total: filter.state === undefined ? all : counts[filter.state],
        counts,
        scan,
        filesPerMinute,
        secondsLeft: secondsLeft({ underWay: countUnderWay(counts) + toScan, filesPerMinute }),
        maxUploadBytes: maxUploadBytesOf({ settings }),
        uploadFormats: settings.current.uploadFormats,
      };
    },
    retryIncoming: async ({ body }, { caller }) => {
      const retried = await resumable.retry(body);
      if (retried > 0)
        systemLog.recordOperatorAction({
          who: caller,
          action: "retried refused files",
          details: { files: retried },
        });
      return { retried };
    },
    dismissIncoming: async ({ body }) => ({ dismissed: await resumable.dismiss(body) }),
  };
}
