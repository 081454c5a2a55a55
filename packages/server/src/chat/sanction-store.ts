import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import type { StoredKick, StoredSanction } from "./sanction-rules.ts";
import { chatSanctions } from "./chat-tables.ts";
import type { Connection } from "../database/database.ts";

/** Sanctions and kicks in force, and those still to be lifted on IRC, newest first. */
export async function listSanctionRows(
  connection: Connection,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly (StoredSanction | StoredKick)[]> {
  return await connection
    .select()
    .from(chatSanctions)
    .where(
      or(
        isNull(chatSanctions.until),
        gt(chatSanctions.until, now),
        isNotNull(chatSanctions.ircMask),
      ),
    )
    .orderBy(desc(chatSanctions.createdAt))
    .limit(limit);
}

export async function insertSanction(
  connection: Connection,
  sanction: StoredSanction | StoredKick,
): Promise<void> {
  await connection.insert(chatSanctions).values(sanction);
}

export async function endSanction(
  connection: Connection,
  { id, until }: Pick<StoredSanction, "id" | "until">,
): Promise<void> {
  await connection.update(chatSanctions).set({ until }).where(eq(chatSanctions.id, id));
}

export async function deleteSanction(connection: Connection, id: string): Promise<void> {
  await connection.delete(chatSanctions).where(eq(chatSanctions.id, id));
}

export async function deleteExpiredSanctions(connection: Connection, now: Date): Promise<void> {
  await connection
    .delete(chatSanctions)
    .where(and(lte(chatSanctions.until, now), isNull(chatSanctions.ircMask)));
}

/** Sanctions beyond the newest `kept` end; kicks don't count. */
export async function deleteOldestSanctions(connection: Connection, kept: number): Promise<void> {
  const oldest = connection
    .select({ id: chatSanctions.id })
    .from(chatSanctions)
    .where(ne(chatSanctions.kind, "kick"))
    .orderBy(desc(chatSanctions.createdAt), desc(chatSanctions.id))
    .offset(kept);
  await connection.delete(chatSanctions).where(inArray(chatSanctions.id, oldest));
}
