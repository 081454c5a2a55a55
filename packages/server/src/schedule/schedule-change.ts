import type { Connection, Database } from "../database/database.ts";
import type { Caller } from "../identity/rights-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { lockSchedule } from "./entry-store.ts";
import type { Schedule } from "./schedule.ts";

export interface ScheduleParts {
  readonly database: Database;
  readonly systemLog: SystemLog;
  readonly schedule: Schedule;
}

/** Why a change to clocks, shows or entries is refused. */
export type ScheduleRefusal =
  | { readonly kind: "unknown" }
  | { readonly kind: "name-taken" }
  | { readonly kind: "slug-taken" }
  | { readonly kind: "too-many" }
  /** Someone else has changed it in the meantime. */
  | { readonly kind: "outdated" }
  /** It refers to something that does not exist. */
  | { readonly kind: "unknown-part"; readonly field: string; readonly what: string }
  | { readonly kind: "invalid"; readonly field: string; readonly problem: string }
  | { readonly kind: "in-use"; readonly by: string }
  /** A host may change only the text and the picture of their own show. */
  | { readonly kind: "not-yours" };

export type ScheduleOutcome<Value> =
  | { readonly kind: "stored"; readonly value: Value }
  | ScheduleRefusal;

/** Makes changes one at a time, and announces each once it is committed. */
export async function changeSchedule<Value>(
  { database, systemLog, schedule }: ScheduleParts,
  told: {
    readonly by: Caller;
    readonly action: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
  store: (transaction: Connection) => Promise<ScheduleOutcome<Value>>,
): Promise<ScheduleOutcome<Value>> {
  const outcome = await database.transaction(async (transaction) => {
    await lockSchedule(transaction);
    return await store(transaction);
  });
  if (outcome.kind !== "stored") return outcome;
  const { by: who, action, details } = told;
  systemLog.recordOperatorAction({ who, action, details });
  await schedule.reload();
  return outcome;
}
