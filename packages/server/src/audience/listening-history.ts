import type { ListeningHistory } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { addDays, momentOf } from "../schedule/local-time-rules.ts";
import { listDays, listHours } from "./audience-store.ts";
import { figuresOf, groupBySteps } from "./figure-rules.ts";
import { stepsOf, type StepLength } from "./step-rules.ts";

/** Days of the station's calendar. */
export interface Days {
  readonly from: string;
  /** Included. */
  readonly to: string;
}

/** When these days begin and end. */
export function timesOf({ from, to }: Days, timeZone: string) {
  return {
    fromMs: momentOf(`${from}T00:00`, timeZone),
    untilMs: momentOf(`${addDays(to, 1)}T00:00`, timeZone),
  };
}

/** How much was listened on these days. @returns null when there are too many steps */
export async function readListeningHistory(
  { database, timeZone }: { readonly database: Database; readonly timeZone: string },
  { days, step, nowMs }: { readonly days: Days; readonly step: StepLength; readonly nowMs: number },
): Promise<ListeningHistory | null> {
  const { connection } = database;
  const steps = stepsOf(days, { step, timeZone });
  if (steps === null) return null;
  const times = timesOf(days, timeZone);
  const stored = await listDays(connection, {
    fromDay: days.from,
    untilDay: addDays(days.to, 1),
  });
  const groups =
    step === "hour"
      ? groupBySteps(
          await listHours(connection, times),
          steps,
          ({ atMs }, { untilMs }) => atMs < untilMs,
        )
      : groupBySteps(stored, steps, ({ day }, { untilDate }) => day < untilDate);
  return {
    timeZone,
    step,
    steps: steps.map((each, index) => ({
      from: new Date(each.fromMs).toISOString(),
      to: new Date(each.untilMs).toISOString(),
      date: each.fromDate,
      ...figuresOf(groups[index] ?? [], { ...each, nowMs }),
    })),
    total: figuresOf(stored, { ...times, nowMs }),
  };
}
