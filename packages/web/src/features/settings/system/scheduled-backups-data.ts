import { backupPlanCalls } from "@neonrelay/contract/callers";
import type { BackupPlan } from "@neonrelay/contract/callers";
import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { storeLabels } from "../store-labels.ts";

const POLL_MS = 5000;

/** The labels of the form's fields. */
export const planLabels = {
  folder: "Folder",
  hour: "Hour of the day",
  everyDays: "Days between backups",
  keep: "Backups to keep",
  ...storeLabels,
};

export function useScheduledBackups() {
  return useQuery({
    queryKey: [backupPlanCalls.getScheduledBackups.path],
    queryFn: ({ signal }) => callApi(backupPlanCalls.getScheduledBackups, {}, signal),
    refetchInterval: POLL_MS,
  });
}

export function useSaveBackupPlan() {
  return useCommand({
    run: async (plan: BackupPlan) => await callApi(backupPlanCalls.putBackupPlan, { body: plan }),
    done: { title: "Backup Plan Saved" },
    failure: "Failed to save the backup plan",
    labels: planLabels,
    changes: [backupPlanCalls.getScheduledBackups.path],
  });
}

export function useTryBackupPlace() {
  return useMutation({
    mutationFn: async (plan: BackupPlan) =>
      await callApi(backupPlanCalls.tryBackupPlace, { body: plan }),
  });
}

export function useStartBackup() {
  return useCommand({
    run: async () => await callApi(backupPlanCalls.startBackup, {}),
    done: { title: "Backup Started", text: "It appears in the list once it is proved." },
    failure: "Failed to start the backup",
    changes: [backupPlanCalls.getScheduledBackups.path],
  });
}
