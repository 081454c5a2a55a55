import type { ChannelMask } from "@neonrelay/irc/server";
import { asc, eq } from "drizzle-orm";
import { foldName } from "../chat/chat-rules.ts";
import { ircChannelMasks } from "./community-schema.ts";
import type { Connection, Database } from "./database.ts";

/** The lists of a channel, oldest entry first. */
export async function listChannelMasks(
  connection: Connection,
  channel: string,
): Promise<readonly ChannelMask[]> {
  const rows = await connection
    .select()
    .from(ircChannelMasks)
    .where(eq(ircChannelMasks.channel, foldName(channel)))
    .orderBy(asc(ircChannelMasks.setAt));
  return rows.map(({ mode, mask, setBy, setAt }) => ({
    mode,
    mask,
    setBy,
    setAtMs: setAt.getTime(),
  }));
}

/** Replaces the lists of a channel. */
export async function saveChannelMasks(
  database: Database,
  { channel, masks }: { readonly channel: string; readonly masks: readonly ChannelMask[] },
): Promise<void> {
  const name = foldName(channel);
  await database.transaction(async (transaction) => {
    await transaction.delete(ircChannelMasks).where(eq(ircChannelMasks.channel, name));
    if (masks.length > 0)
      await transaction.insert(ircChannelMasks).values(
        masks.map(({ setAtMs, ...mask }) => ({
          ...mask,
          channel: name,
          setAt: new Date(setAtMs),
        })),
      );
  });
}
