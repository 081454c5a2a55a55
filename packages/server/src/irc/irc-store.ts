import type { ChannelMask, ChannelSettings, ServerBan } from "@neonrelay/irc/server";
import { asc, eq } from "drizzle-orm";
import { foldName } from "../chat/chat-rules.ts";
import { ircChannelMasks, ircChannels, ircServerBans } from "./irc-tables.ts";
import type { Connection, Database } from "../database/database.ts";

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

/** The last topic and modes of a channel; undefined: never changed. */
export async function findChannelSettings(
  connection: Connection,
  channel: string,
): Promise<ChannelSettings | undefined> {
  const { channel: name } = ircChannels;
  const query = connection.select().from(ircChannels);
  const [row] = await query.where(eq(name, foldName(channel)));
  if (row === undefined) return undefined;
  const { topic: text, topicSetBy: setBy, topicSetAt, flags, channelKey, userLimit } = row;
  return {
    topic: text === null ? undefined : { text, setBy, setAtMs: topicSetAt.getTime() },
    flags,
    key: channelKey ?? undefined,
    userLimit: userLimit ?? undefined,
  };
}

/** Replaces the lists of a channel, its topic and its modes. */
export async function saveChannel(
  database: Database,
  {
    channel,
    masks,
    settings: { topic, flags, key, userLimit },
  }: {
    readonly channel: string;
    readonly masks: readonly ChannelMask[];
    readonly settings: ChannelSettings;
  },
): Promise<void> {
  const name = foldName(channel);
  const row = {
    topic: topic?.text ?? null,
    topicSetBy: topic?.setBy ?? "",
    topicSetAt: new Date(topic?.setAtMs ?? 0),
    flags,
    channelKey: key ?? null,
    userLimit: userLimit ?? null,
  };
  await database.transaction(async (transaction) => {
    await transaction
      .insert(ircChannels)
      .values({ channel: name, ...row })
      .onConflictDoUpdate({ target: ircChannels.channel, set: row });
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

/** The operators' server bans, oldest first. */
export async function listServerBans(connection: Connection): Promise<readonly ServerBan[]> {
  const rows = await connection.select().from(ircServerBans).orderBy(asc(ircServerBans.setAt));
  return rows.map(({ setAt, until, ...ban }) => ({
    ...ban,
    setAtMs: setAt.getTime(),
    untilMs: until?.getTime(),
  }));
}

/** Replaces the operators' server bans. */
export async function saveServerBans(
  database: Database,
  bans: readonly ServerBan[],
): Promise<void> {
  const rows = bans.map(({ setAtMs, untilMs, ...ban }) => ({
    ...ban,
    setAt: new Date(setAtMs),
    until: untilMs === undefined ? null : new Date(untilMs),
  }));
  await database.transaction(async (transaction) => {
    await transaction.delete(ircServerBans);
    if (rows.length > 0) await transaction.insert(ircServerBans).values(rows);
  });
}
