import { chatRunSchema } from "@neonrelay/contract";
import { and, desc, eq, max, or, sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import type { StoredChatMessage } from "./chat-rules.ts";
import type { Connection } from "../database/database.ts";
import { chatMessages } from "./chat-tables.ts";

/** A message as it is stored; `ircId` is its id on IRC. */
export type NewChatMessage = StoredChatMessage & { readonly ircId: string | null };

const runsSchema = z.nullable(z.array(chatRunSchema));

/** A message's place in the order. */
type ChatPlace = Pick<typeof chatMessages.$inferSelect, "timestamp" | "number">;

/** @returns null when there is no such message */
export async function findChatPlace(connection: Connection, id: string): Promise<ChatPlace | null> {
  const { timestamp, number } = chatMessages;
  const query = connection.select({ timestamp, number }).from(chatMessages);
  const [place] = await query.where(eq(chatMessages.id, id));
  return place ?? null;
}

/** The newest messages, or the newest before a place; oldest first. */
export async function listChatMessages(
  connection: Connection,
  { before, limit }: { readonly before: ChatPlace | null; readonly limit: number },
): Promise<readonly StoredChatMessage[]> {
  const newest = await connection
    .select()
    .from(chatMessages)
    .where(before === null ? undefined : compareWith(before, "<"))
    .orderBy(desc(chatMessages.timestamp), desc(chatMessages.number))
    .limit(limit);
  return newest.toReversed().map(readRow);
}

export async function insertChatMessage(
  connection: Connection,
  message: NewChatMessage,
): Promise<void> {
  await insertChatMessages(connection, [message]);
}

/** Stores messages in order. @returns ids of the newly stored ones */
export async function insertChatMessages(
  connection: Connection,
  messages: readonly NewChatMessage[],
): Promise<ReadonlySet<string>> {
  const inserted = await connection
    .insert(chatMessages)
    .values(messages.map((message) => ({ ...message, runs: message.runs })))
    .onConflictDoNothing()
    .returning({ id: chatMessages.id });
  return new Set(inserted.map(({ id }) => id));
}

/** Outcome of a message on IRC. */
export interface ChatDelivery {
  readonly id: string;
  readonly notDelivered: string | null;
  readonly ircId: string | null;
}

export async function saveDelivery(
  connection: Connection,
  { id, ...delivery }: ChatDelivery,
): Promise<void> {
  await connection.update(chatMessages).set(delivery).where(eq(chatMessages.id, id));
}

/** An end of a page: a time, or a message's place. */
export type ChatEnd = Date | ChatPlace;

/** The messages between two ends, a page at a time, oldest first. */
export async function listChatBetween(
  connection: Connection,
  {
    after,
    before,
    isAfterIncluded,
    from,
    limit,
  }: {
    readonly after: ChatEnd | null;
    readonly before: ChatEnd | null;
    /** Whether the message at `after` belongs to the page; the one at `before` never does. */
    readonly isAfterIncluded: boolean;
    /** The end at which the page starts. */
    readonly from: "oldest" | "newest";
    readonly limit: number;
  },
): Promise<readonly NewChatMessage[]> {
  const within: (SQL | undefined)[] = [
    after === null ? undefined : compareWith(after, isAfterIncluded ? ">=" : ">"),
    before === null ? undefined : compareWith(before, "<"),
  ];
  const isNewestFirst = from === "newest";
  const rows = await connection
    .select()
    .from(chatMessages)
    .where(and(...within))
    .orderBy(
      ...(isNewestFirst
        ? [desc(chatMessages.timestamp), desc(chatMessages.number)]
        : [chatMessages.timestamp, chatMessages.number]),
    )
    .limit(limit);
  return (isNewestFirst ? rows.toReversed() : rows).map((row) => ({
    ...readRow(row),
    ircId: row.ircId,
  }));
}

/** A message's place; null: none. @param messageId on IRC, or ours if it has none there */
export async function findIrcPlace(
  connection: Connection,
  messageId: string,
): Promise<ChatPlace | null> {
  const { timestamp, number, id, ircId } = chatMessages;
  const [place] = await connection
    .select({ timestamp, number })
    .from(chatMessages)
    .where(or(eq(ircId, messageId), eq(sql`${id}::text`, messageId)));
  return place ?? null;
}

/** Time of the last message on IRC; null: never. */
export async function findLastIrcMoment(connection: Connection): Promise<Date | null> {
  const [row] = await connection
    .select({ last: max(chatMessages.timestamp) })
    .from(chatMessages)
    .where(eq(chatMessages.origin, "irc"));
  return row?.last ?? null;
}

/** @returns the number of deleted messages */
export async function deleteChatMessages(connection: Connection): Promise<number> {
  return (await connection.delete(chatMessages)).rowCount ?? 0;
}

/** @returns whether the message existed */
export async function deleteChatMessage(connection: Connection, id: string): Promise<boolean> {
  const result = await connection.delete(chatMessages).where(eq(chatMessages.id, id));
  return result.rowCount !== 0;
}

function compareWith(end: ChatEnd, operator: "<" | ">" | ">="): SQL {
  const { timestamp, number } = chatMessages;
  const sign = sql.raw(operator);
  if (end instanceof Date) return sql`${timestamp} ${sign} ${end.toISOString()}::timestamptz`;
  const place = sql`(${end.timestamp.toISOString()}::timestamptz, ${end.number}::bigint)`;
  return sql`(${timestamp}, ${number}) ${sign} ${place}`;
}

function readRow(row: typeof chatMessages.$inferSelect): StoredChatMessage {
  const { number: _number, ircId: _ircId, ...message } = row;
  return { ...message, runs: runsSchema.parse(row.runs) };
}
