import type { incomingApi } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import type { HandlersFor } from "../http-kit/route.ts";
import type { FoundFiles } from "../incoming/found-files.ts";
import { countUnderWay, secondsLeft, toIncomingFile } from "../incoming/incoming-rules.ts";
import { countFinishedSince, countIncoming, listIncoming } from "../incoming/incoming-store.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { Settings } from "../settings/settings.ts";
import { maxUploadBytesOf } from "./admit-upload.ts";
import type { ResumableUploads } from "./resumable-uploads.ts";

const MINUTE_MS = 60_000;

export function incomingHandlers({
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
