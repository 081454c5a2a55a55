import {
  MAX_REPORTS,
  type ReportAnswers,
  reportAnswersSchema,
  reportCompletenessSchema,
} from "@neonrelay/contract";
import { and, asc, desc, eq, gte, sql } from "drizzle-orm";
import * as z from "zod";
import { playAudience } from "../audience/audience-tables.ts";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { spotAirings } from "../spots/spot-tables.ts";
import { reportPlaySchema, type ReportPlay } from "./report-play.ts";
import { reportParts, reports } from "./report-tables.ts";

const PLAYS_AT_ONCE = 500;
const PARTS_AT_ONCE = 16;

const resultSchema = z.object({
  fileName: z.string(),
  sizeBytes: z.int(),
  notes: z.array(z.string()),
  completeness: reportCompletenessSchema,
  incompleteTrackIds: z.array(z.uuid()),
});
export type ReportResult = z.infer<typeof resultSchema>;

export interface StoredReport {
  readonly id: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly answers: ReportAnswers;
  readonly failure: string | null;
  readonly result: ReportResult | null;
}

interface Times {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Plays that began within a time, oldest first, some at a time. A track has today's fields, so that what was corrected
 * since is correct here.
 */
export async function* readPlays(
  connection: Connection,
  { fromMs, untilMs }: Times,
): AsyncGenerator<readonly ReportPlay[]> {
  let after = { startedAtMs: fromMs, id: "00000000-0000-0000-0000-000000000000" };
  const field = (name: "album" | "label" | "isrc") =>
    sql`coalesce(case when ${plays.kind} = 'library' then ${tracks[name]} end, '')`;
  for (;;) {
    const { rows } = await connection.execute(sql`
      select ${plays.id} as id, ${plays.startedAtMs} as "startedAtMs",
        case when ${plays.kind} <> 'library' then ${plays.kind} when ${spotAirings.playId} is not null then 'spot'
          else coalesce(${tracks.contentKind}, 'music') end as kind,
        case when ${plays.kind} = 'library' then ${plays.trackId} end as "trackId",
        coalesce(case when ${plays.kind} = 'library' then ${tracks.artist} end, ${plays.artist}) as artist,
        coalesce(case when ${plays.kind} = 'library' then ${tracks.title} end, ${plays.title}) as title,
        ${field("album")} as album, ${field("label")} as label, ${field("isrc")} as isrc,
        coalesce(${plays.djName}, '') as "djName",
        case when ${plays.kind} = 'library' then coalesce(${tracks.durationMs}, ${plays.durationMs}) end as "durationMs",
        coalesce(${plays.playedMs}, ${plays.endedAtMs} - ${plays.startedAtMs}, 0) as "playedMs",
        coalesce(${playAudience.seconds}, 0) as seconds, coalesce(${playAudience.atStart}, 0) as "atStart",
        coalesce(${playAudience.joined}, 0) as joined, coalesce(${playAudience.countries}, '{}') as countries
      from ${plays} left join ${tracks} on ${tracks.id} = ${plays.trackId}
        left join ${playAudience} on ${playAudience.playId} = ${plays.id}
        left join ${spotAirings} on ${spotAirings.playId} = ${plays.id}
      where (${plays.startedAtMs}, ${plays.id}) > (${after.startedAtMs}::float8, ${after.id}::uuid)
        and ${plays.startedAtMs} < ${untilMs}::float8
      order by ${plays.startedAtMs}, ${plays.id} limit ${PLAYS_AT_ONCE}`);
    const page = z.array(reportPlaySchema).parse(rows);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PLAYS_AT_ONCE) return;
    after = last;
  }
}

/** Start of the oldest play that is kept, ms since 1970; null: there is none. */
export async function findOldestPlay(connection: Connection): Promise<number | null> {
  const [row] = await connection
    .select({ startedAtMs: plays.startedAtMs })
    .from(plays)
    .orderBy(asc(plays.startedAtMs))
    .limit(1);
  return row?.startedAtMs ?? null;
}

/** Adds a report that is being made, and deletes the oldest beyond MAX_REPORTS. */
export async function insertReport(
  transaction: Connection,
  report: Pick<StoredReport, "id" | "createdAt" | "createdBy" | "answers">,
): Promise<void> {
  await transaction.insert(reports).values(report);
  await transaction.execute(sql`
    delete from ${reports} where id in (
      select id from ${reports} where id <> ${report.id} order by created_at desc, id desc offset ${MAX_REPORTS - 1})`);
}

function toReport({ answers, result, ...row }: typeof reports.$inferSelect): StoredReport {
  return {
    ...row,
    answers: reportAnswersSchema.parse(answers),
    result: result === null ? null : resultSchema.parse(result),
  };
}

/** Newest first. */
export async function listReports(connection: Connection): Promise<readonly StoredReport[]> {
  const rows = await connection
    .select()
    .from(reports)
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(MAX_REPORTS);
  return rows.map(toReport);
}

export async function findReport(connection: Connection, id: string): Promise<StoredReport | null> {
  const [row] = await connection.select().from(reports).where(eq(reports.id, id));
  return row === undefined ? null : toReport(row);
}

export async function saveResult(
  connection: Connection,
  id: string,
  result: ReportResult,
): Promise<void> {
  await connection.update(reports).set({ result }).where(eq(reports.id, id));
}

/** Keeps why a report failed, without the parts that it had. */
export async function saveFailure(
  transaction: Connection,
  id: string,
  failure: string,
): Promise<void> {
  await transaction.delete(reportParts).where(eq(reportParts.reportId, id));
  await transaction.update(reports).set({ failure }).where(eq(reports.id, id));
}

/** @returns false when there is none with that id */
export async function deleteReport(connection: Connection, id: string): Promise<boolean> {
  const { rowCount } = await connection.delete(reports).where(eq(reports.id, id));
  return rowCount === 1;
}

export async function addPart(
  connection: Connection,
  part: typeof reportParts.$inferInsert,
): Promise<void> {
  await connection.insert(reportParts).values(part);
}

/** The file of a report, in order. */
export async function* readParts(connection: Connection, id: string): AsyncGenerator<string> {
  const { position, content } = reportParts;
  for (let from = 0; ; from += PARTS_AT_ONCE) {
    const rows = await connection
      .select({ content })
      .from(reportParts)
      .where(and(eq(reportParts.reportId, id), gte(position, from)))
      .orderBy(asc(position))
      .limit(PARTS_AT_ONCE);
    for (const row of rows) yield row.content;
    if (rows.length < PARTS_AT_ONCE) return;
  }
}
