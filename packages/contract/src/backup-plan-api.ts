import { backupPlanCalls, backupPlanSchema, defaultBackupPlan } from "./backup-plan.ts";
import type { ScheduledBackups } from "./backup-plan.ts";
import { defineApi } from "./endpoint.ts";

const plan = { ...defaultBackupPlan, isOn: true, folder: "/mnt/backups" };
const example: ScheduledBackups = {
  plan,
  place: plan.folder,
  backups: [
    {
      name: "scheduled-2026-01-31T04-00-12Z.backup.gz",
      createdAt: "2026-01-31T04:00:12.000Z",
      sizeBytes: 1_482_113,
    },
  ],
  isRunning: false,
  lastFailure: null,
  isLate: false,
};

export const backupPlanApi = defineApi(backupPlanCalls, {
  getScheduledBackups: {
    access: "backup",
    summary: "When the station backs itself up, and the backups it has made",
    example: { response: example },
  },
  putBackupPlan: {
    access: "backup",
    summary: "Change when the station backs itself up, what it keeps and where",
    example: { body: plan, response: example },
    body: backupPlanSchema,
  },
  tryBackupPlace: {
    access: "backup",
    summary: "Write, read and remove a small file where such a plan's backups would go",
    example: { body: plan, response: { problem: null } },
    body: backupPlanSchema,
  },
  startBackup: {
    access: "backup",
    errors: ["conflict"],
    summary: "Make a backup as planned, now; it goes on after the response",
    example: { response: { started: true } },
  },
});
