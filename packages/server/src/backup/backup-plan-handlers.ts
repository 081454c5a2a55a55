import { backupPlanApi } from "@neonrelay/contract";
import { placeOf } from "@neonrelay/on-air/s3-rules";
import { stat } from "node:fs/promises";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { ScheduledBackups } from "./scheduled-backups.ts";

export const backupPlanFeature = feature(backupPlanApi, backupPlanHandlers);

function backupPlanHandlers({
  backups,
  systemLog,
}: {
  readonly backups: ScheduledBackups;
  readonly systemLog: SystemLog;
}): HandlersFor<typeof backupPlanApi> {
  return {
    getScheduledBackups: async () => await backups.view(),
    putBackupPlan: async ({ body }, { caller }) => {
      if (body.store === null && body.folder !== "") await requireFolder(body.folder);
      const view = await backups.change(body);
      systemLog.recordOperatorAction({
        who: caller,
        action: "changed the backup plan",
        details: { ...body, store: body.store === null ? null : placeOf(body.store) },
      });
      return view;
    },
    tryBackupPlace: async ({ body }) => ({ problem: await backups.try(body) }),
    startBackup: async (_request, { caller }) => {
      if (!(await backups.start()))
        throw new ApiFailure({ error: "Another backup is being made", code: "conflict" });
      systemLog.recordOperatorAction({ who: caller, action: "started a backup", details: null });
      return { started: true };
    },
  };
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null); // missing or unreadable: the same to the person asking
  if (found?.isDirectory() !== true)
    throw new ApiFailure({
      error: "folder: there is no such folder, or the station's user can't enter it",
      code: "invalid_request",
      field: "folder",
    });
}
