import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "../database/database.ts";
import type { ClockComparison } from "./machine-rules.ts";

const clockSchema = z.object({ now_ms: z.coerce.number() });

/** How far our clock is ahead of the database server's. */
export async function compareWithDatabase({ connection }: Database): Promise<ClockComparison> {
  const askedAtMs = Date.now();
  const { rows } = await connection.execute(
    sql`select extract(epoch from clock_timestamp()) * 1000 as now_ms`,
  );
  const answeredAtMs = Date.now();
  const { now_ms: theirs } = clockSchema.parse(rows[0]);
  return {
    with: "the database server",
    aheadMs: (askedAtMs + answeredAtMs) / 2 - theirs,
    accuracyMs: (answeredAtMs - askedAtMs) / 2,
  };
}
