import type { BackupPlan } from "@neonrelay/contract";
import { addDays, localDateOf, momentOf } from "../schedule/local-time-rules.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Interval of retries after a failure. */
const RETRY_MS = HOUR_MS;

interface Situation {
  readonly plan: Pick<BackupPlan, "isOn" | "hour" | "everyDays">;
  readonly timeZone: string;
  readonly nowMs: number;
  /** null: none yet. */
  readonly newestAtMs: number | null;
  /** When this server started to watch: without a backup, anything due earlier is ignored. */
  readonly sinceMs: number;
  /** null: the last attempt did not fail. */
  readonly failedAtMs: number | null;
}

/** Whether a backup is due: the planned hour has passed since the newest one. */
export function isBackupDue(situation: Situation): boolean {
  const { plan, timeZone, nowMs, newestAtMs, sinceMs, failedAtMs } = situation;
  if (!plan.isOn) return false;
  if (failedAtMs !== null && nowMs - failedAtMs < RETRY_MS) return false;
  const days = newestAtMs === null ? 1 : plan.everyDays;
  const face = `T${String(plan.hour).padStart(2, "0")}:00:00`;
  const hourOf = (date: string) => momentOf(date + face, timeZone);
  const today = localDateOf(nowMs, timeZone);
  // The last day on which that hour has passed.
  const latest = hourOf(today) <= nowMs ? today : addDays(today, -1);
  // By the calendar: when the clocks change, a day has 23 or 25 hours.
  return (newestAtMs ?? sinceMs) < hourOf(addDays(latest, 1 - days));
}

/** Whether the newest backup is a day older than planned. */
export function isBackupLate({
  plan,
  nowMs,
  newestAtMs,
  sinceMs,
}: Pick<Situation, "nowMs" | "newestAtMs" | "sinceMs"> & {
  readonly plan: Pick<BackupPlan, "isOn" | "everyDays">;
}): boolean {
  if (!plan.isOn) return false;
  const days = newestAtMs === null ? 1 : plan.everyDays;
  return nowMs - (newestAtMs ?? sinceMs) > (days + 1) * DAY_MS;
}

const namePattern =
  /^scheduled-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup\.(?:gz|tar)(\.part)?$/;

/** `scheduled-2026-11-22T04-00-00Z.backup.gz`: sorts by time and is valid on every file system. */
export function scheduledName(createdAtMs: number, { withMusic }: Pick<BackupPlan, "withMusic">) {
  const moment = new Date(createdAtMs)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
  return `scheduled-${moment}.backup.${withMusic ? "tar" : "gz"}`;
}

/** Parses the name of a file in the folder; null: not one of these backups, and so none of our business. */
export function readScheduledName(
  name: string,
): { readonly createdAtMs: number; readonly isWhole: boolean } | null {
  const [, day, hours, minutes, seconds, part] = namePattern.exec(name) ?? [];
  if (day === undefined) return null;
  const createdAtMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(createdAtMs) ? null : { createdAtMs, isWhole: part === undefined };
}

/** Files to remove after a new backup: complete ones except the newest, and what an interrupted one left. */
export function backupsToRemove(
  names: readonly string[],
  { keep }: Pick<BackupPlan, "keep">,
): readonly string[] {
  const read = names.flatMap((name) => {
    const known = readScheduledName(name);
    return known === null ? [] : [{ name, ...known }];
  });
  const whole = read
    .filter(({ isWhole }) => isWhole)
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  const parts = read.filter(({ isWhole }) => !isWhole);
  return [...whole.slice(keep), ...parts].map(({ name }) => name);
}
