import { and, eq, inArray, sql } from "drizzle-orm";
import * as z from "zod";
import { users } from "../accounts/account-tables.ts";
import type { Connection } from "../database/database.ts";
import { favourites } from "../favourites/favourite-tables.ts";
import { plays } from "../history/play-tables.ts";
import { playlists, playlistTracks } from "../playlists/playlist-tables.ts";
import { planItems } from "../programme/plan-tables.ts";
import { queueItems } from "../queue/queue-tables.ts";
import { radioState } from "../radio/radio-tables.ts";
import { requests } from "../requests/request-tables.ts";
import { clocks } from "../schedule/schedule-tables.ts";
import { moveBelongings } from "./belongings-store.ts";

const idsSchema = z.array(z.uuid());

/** What a copy gave to its track, recorded so that it can be returned. */
export const lentBelongingsSchema = z.object({
  queueItems: idsSchema,
  requests: idsSchema,
  plays: idsSchema,
  planItems: idsSchema,
  isOnAir: z.boolean(),
  /** `isNew`: the track was not a favourite of that account before. */
  favourites: z.array(z.object({ accountId: z.uuid(), addedAt: z.string(), isNew: z.boolean() })),
  playlists: z.array(
    z.union([
      z.object({ playlistId: z.uuid(), entryId: z.uuid() }),
      /**
       * Written by an older version, when a playlist had a track at most once; `isNew`: the track was not in it before.
       */
      z.object({ playlistId: z.uuid(), position: z.int(), isNew: z.boolean() }),
    ]),
  ),
  clocks: z.array(z.object({ clockId: z.uuid(), before: z.unknown(), after: z.unknown() })),
});
export type LentBelongings = z.infer<typeof lentBelongingsSchema>;

/** What could not be returned because it was changed in the meantime. */
interface KeptBelongings {
  readonly favourites: number;
  readonly playlists: number;
  readonly clocks: number;
}

interface Copy {
  readonly trackId: string;
  readonly copyId: string;
}

/** Like moveBelongings, but records it. @returns what was moved */
export async function lendBelongings(transaction: Connection, copy: Copy): Promise<LentBelongings> {
  const { trackId, copyId } = copy;
  const idsOf = async (
    table: typeof queueItems | typeof requests | typeof plays | typeof planItems,
  ) =>
    (await transaction.select({ id: table.id }).from(table).where(eq(table.trackId, copyId))).map(
      ({ id }) => id,
    );
  const [current] = await transaction
    .select({ trackId: radioState.currentTrackId })
    .from(radioState)
    .where(eq(radioState.currentTrackId, copyId));
  const before = await listClocks(transaction, copyId);
  const lent = {
    queueItems: await idsOf(queueItems),
    requests: await idsOf(requests),
    plays: await idsOf(plays),
    planItems: await idsOf(planItems),
    isOnAir: current !== undefined,
    favourites: await listFavourites(transaction, copy),
    playlists: await listPlaces(transaction, copyId),
  };
  await moveBelongings(transaction, { trackId, copyId });
  const after = await findClocks(
    transaction,
    before.map(({ id }) => id),
  );
  return {
    ...lent,
    clocks: before.map(({ id, slots }) => ({
      clockId: id,
      before: slots,
      after: after.get(id),
    })),
  };
}

/** Returns to a copy what it gave to its track, as far as the track still has it. @returns what the track keeps */
export async function returnBelongings(
  transaction: Connection,
  { trackId, copyId, lent }: Copy & { readonly lent: LentBelongings },
): Promise<KeptBelongings> {
  for (const [table, ids] of [
    [queueItems, lent.queueItems],
    [requests, lent.requests],
    [plays, lent.plays],
    [planItems, lent.planItems],
  ] as const)
    if (ids.length > 0)
      await transaction
        .update(table)
        .set({ trackId: copyId })
        .where(and(eq(table.trackId, trackId), sql`${table.id} = any(${sql.param(ids)}::uuid[])`));
  if (lent.isOnAir)
    await transaction
      .update(radioState)
      .set({ currentTrackId: copyId })
      .where(eq(radioState.currentTrackId, trackId));
  return {
    favourites: await returnFavourites(transaction, { trackId, copyId, lent }),
    playlists: await returnPlaces(transaction, { trackId, copyId, lent }),
    clocks: await returnClocks(transaction, lent),
  };
}

async function listFavourites(transaction: Connection, { trackId, copyId }: Copy) {
  const isNew = sql<boolean>`not exists (select from ${favourites} as other
    where other.account_id = "favourites"."account_id" and other.track_id = ${trackId})`;
  return await transaction
    .select({
      accountId: favourites.accountId,
      addedAt: sql<string>`${favourites.addedAt}::text`,
      isNew,
    })
    .from(favourites)
    .where(eq(favourites.trackId, copyId));
}

async function listPlaces(transaction: Connection, copyId: string) {
  return await transaction
    .select({ playlistId: playlistTracks.playlistId, entryId: playlistTracks.id })
    .from(playlistTracks)
    .where(eq(playlistTracks.trackId, copyId));
}

async function listClocks(transaction: Connection, copyId: string) {
  return await transaction
    .select({ id: clocks.id, slots: clocks.slots })
    .from(clocks)
    .where(sql`position(${JSON.stringify(copyId)} in ${clocks.slots}::text) > 0`);
}

async function findClocks(
  transaction: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .select({ id: clocks.id, slots: clocks.slots })
    .from(clocks)
    .where(inArray(clocks.id, [...ids]));
  return new Map(rows.map(({ id, slots }) => [id, slots]));
}

type Returned = Copy & { readonly lent: LentBelongings };

/** Skips deleted accounts; an account that no longer has the track as a favourite does not get the copy back. */
async function returnFavourites(
  transaction: Connection,
  { trackId, copyId, lent }: Returned,
): Promise<number> {
  let kept = 0;
  for (const { accountId, addedAt, isNew } of lent.favourites) {
    const isOfTrack = and(eq(favourites.accountId, accountId), eq(favourites.trackId, trackId));
    if ((await transaction.$count(favourites, isOfTrack)) === 0) {
      kept += await transaction.$count(users, eq(users.id, accountId));
      continue;
    }
    if (isNew) await transaction.delete(favourites).where(isOfTrack);
    await transaction
      .insert(favourites)
      .values({ accountId, trackId: copyId, addedAt: sql`${addedAt}::timestamptz` })
      .onConflictDoNothing();
  }
  return kept;
}

/** A playlist that no longer has the entry does not get the copy back. @returns how many did */
async function returnPlaces(
  transaction: Connection,
  { trackId, copyId, lent }: Returned,
): Promise<number> {
  const changed = new Set<string>();
  const kept = new Set<string>();
  for (const place of lent.playlists) {
    const isBack =
      "entryId" in place
        ? await returnEntry(transaction, { trackId, copyId, entryId: place.entryId })
        : await returnOldPlace(transaction, { trackId, copyId, place });
    (isBack ? changed : kept).add(place.playlistId);
  }
  if (changed.size > 0)
    await transaction
      .update(playlists)
      .set({ version: sql`${playlists.version} + 1` })
      .where(inArray(playlists.id, [...changed]));
  return kept.size === 0
    ? 0
    : await transaction.$count(playlists, inArray(playlists.id, [...kept]));
}

async function returnEntry(
  transaction: Connection,
  { trackId, copyId, entryId }: Copy & { readonly entryId: string },
): Promise<boolean> {
  const returned = await transaction
    .update(playlistTracks)
    .set({ trackId: copyId })
    .where(and(eq(playlistTracks.id, entryId), eq(playlistTracks.trackId, trackId)))
    .returning({ id: playlistTracks.id });
  return returned.length > 0;
}

async function returnOldPlace(
  transaction: Connection,
  {
    trackId,
    copyId,
    place: { playlistId, position, isNew },
  }: Copy & {
    readonly place: Extract<LentBelongings["playlists"][number], { readonly isNew: boolean }>;
  },
): Promise<boolean> {
  const isOfPlaylist = eq(playlistTracks.playlistId, playlistId);
  const isOfCopy = and(isOfPlaylist, eq(playlistTracks.trackId, copyId));
  const [entry] = await transaction
    .select({ id: playlistTracks.id })
    .from(playlistTracks)
    .where(and(isOfPlaylist, eq(playlistTracks.trackId, trackId)))
    .orderBy(sql`${playlistTracks.position} <> ${position}`, playlistTracks.position)
    .limit(1);
  if (entry === undefined || (await transaction.$count(playlistTracks, isOfCopy)) > 0) return false;
  if (isNew) return await returnEntry(transaction, { trackId, copyId, entryId: entry.id });
  await transaction.insert(playlistTracks).values({ playlistId, trackId: copyId, position });
  return true;
}

/** A clock whose slots have been changed keeps them. */
async function returnClocks(transaction: Connection, lent: LentBelongings): Promise<number> {
  let kept = 0;
  for (const { clockId, before, after } of lent.clocks) {
    const { rowCount } = await transaction.execute(sql`
      update ${clocks} set version = version + 1, slots = ${JSON.stringify(before)}::jsonb
      where id = ${clockId} and slots = ${JSON.stringify(after)}::jsonb`);
    if ((rowCount ?? 0) === 0) kept += await transaction.$count(clocks, eq(clocks.id, clockId));
  }
  return kept;
}
