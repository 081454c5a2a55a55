import { desc, eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { StoredChatMessage } from "../chat/chat-rules.ts";
import type { Connection } from "./database.ts";
import { chatMessages } from "./community-schema.ts";

/** The newest, oldest first. */
export async function listChatMessages(
  connection: Connection,
  { limit }: { readonly limit: number },
): Promise<readonly StoredChatMessage[]> {
  const newest = await connection
    .select()
    .from(chatMessages)
    .orderBy(desc(chatMessages.timestamp), desc(chatMessages.number))
    .limit(limit);
  return newest.toReversed();
}

export async function insertChatMessage(
  connection: Connection,
  line: { readonly username: string; readonly message: string; readonly isBot: boolean },
): Promise<StoredChatMessage> {
  const [row] = await connection
    .insert(chatMessages)
    .values({ id: randomUUID(), ...line })
    .returning();
  if (row === undefined) throw new Error("the database stored no message");
  return row;
}

/** @returns how many there were */
export async function deleteChatMessages(connection: Connection): Promise<number> {
  return (await connection.delete(chatMessages)).rowCount ?? 0;
}

/** @returns whether there was such a message */
export async function deleteChatMessage(connection: Connection, id: string): Promise<boolean> {
  const result = await connection.delete(chatMessages).where(eq(chatMessages.id, id));
  return result.rowCount !== 0;
}
