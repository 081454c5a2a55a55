import { and, eq, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { AgingKind, CountedKind, RowsKept } from "./retention-rules.ts";
import type { Connection } from "../database/database.ts";
import { listeningSessions } from "../audience/audience-tables.ts";
import { chatMessages } from "../chat/chat-tables.ts";
import { commentLikes, comments } from "../comments/comment-tables.ts";
import { securityEvents, systemLogs } from "../logs/log-tables.ts";
import { playLikes, plays } from "../history/play-tables.ts";
import { requests } from "../requests/request-tables.ts";
import { holidays, scheduleEntries } from "../schedule/schedule-tables.ts";
import { sessions } from "../accounts/account-tables.ts";

/** Deletes up to `limit` rows older than a time. @returns how many */
export async function deleteAged(
  connection: Connection,
  {
    kind,
    before,
    limit,
  }: { readonly kind: AgingKind; readonly before: Date; readonly limit: number },
): Promise<number> {
  const { table, key, isAged } = agedRows(kind, before);
  const { rowCount } = await connection.execute(sql`
    delete from ${table} where ${key} in (select ${key} from ${table} where ${isAged} limit ${limit})`);
  return rowCount ?? 0;
}

/** Deletes up to `limit` rows beyond the newest `kept`. @returns how many */
export async function deleteOldest(
  connection: Connection,
  { kind, kept, limit }: RowsKept & { readonly limit: number },
): Promise<number> {
  const { table, key, order } = countedRows(kind);
  // Counting millions of sessions would hold up everything else; the number of the last vacuum is near enough.
  const count =
    kind === "listeningSessions"
      ? sql`select reltuples from pg_class where oid = 'listening_sessions'::regclass`
      : sql`select count(*) from ${table}`;
  const { rowCount } = await connection.execute(sql`
    delete from ${table} where (${key}) in (
      select ${key} from ${table} where (${count}) > ${kept}
      order by ${order} offset ${kept} limit ${limit})`);
  return rowCount ?? 0;
}

function countedRows(kind: CountedKind) {
  switch (kind) {
    case "chat":
      return { table: chatMessages, key: sql`id`, order: sql`"timestamp" desc, "number" desc` };
    case "comments":
      return { table: comments, key: sql`id`, order: sql`"timestamp" desc, "number" desc` };
    // The comment keeps its number of likes; those users may like it again.
    case "commentLikes":
      return {
        table: commentLikes,
        key: sql`comment_id, visitor_key`,
        order: sql`liked_at desc, comment_id, visitor_key`,
      };
    case "playLikes":
      return {
        table: playLikes,
        key: sql`play_id, liker_key`,
        order: sql`liked_at desc, play_id, liker_key`,
      };
    case "listeningSessions":
      return { table: listeningSessions, key: sql`id`, order: sql`started_at_ms desc, id desc` };
    case "requests":
      return { table: requests, key: sql`id`, order: sql`requested_at desc, id desc` };
    case "systemLogs":
      return { table: systemLogs, key: sql`id`, order: sql`"timestamp" desc, id desc` };
    case "securityEvents":
      return { table: securityEvents, key: sql`id`, order: sql`"timestamp" desc, id desc` };
    default:
      return kind satisfies never;
  }
}

function agedRows(kind: AgingKind, before: Date) {
  switch (kind) {
    case "chat":
      return { table: chatMessages, key: sql`id`, isAged: lt(chatMessages.timestamp, before) };
    case "comments":
      return { table: comments, key: sql`id`, isAged: isAgedThread(before) };
    case "history":
      return { table: plays, key: sql`id`, isAged: lt(plays.startedAtMs, before.getTime()) };
    case "securityEvents":
      return { table: securityEvents, key: sql`id`, isAged: lt(securityEvents.timestamp, before) };
    case "listeningSessions":
      return {
        table: listeningSessions,
        key: sql`id`,
        isAged: lt(listeningSessions.endedAtMs, before.getTime()),
      };
    case "requests":
      return { table: requests, key: sql`id`, isAged: lt(requests.requestedAt, before) };
    case "sessions":
      return { table: sessions, key: sql`token_hash`, isAged: lt(sessions.expiresAt, before) };
    // Local times differ from UTC by a day at most, which is irrelevant here.
    case "scheduleEntries":
      return {
        table: scheduleEntries,
        key: sql`id`,
        isAged: and(isNull(scheduleEntries.repeat), lt(scheduleEntries.startsAt, dateOf(before))),
      };
    case "holidays":
      return {
        table: holidays,
        key: sql`id`,
        isAged: and(eq(holidays.isYearly, false), lt(holidays.date, dateOf(before))),
      };
    default:
      return kind satisfies never;
  }
}

function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Deleting a comment deletes its replies, so it stays as long as one of them must. */
function isAgedThread(before: Date): SQL | undefined {
  return and(
    lt(comments.timestamp, before),
    sql`not exists (
      select 1 from ${comments} reply
      where reply.parent_id = ${comments.id} and reply."timestamp" >= ${before.toISOString()}::timestamptz)`,
  );
}
