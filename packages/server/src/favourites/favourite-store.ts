import { and, desc, eq, isNull } from "drizzle-orm";
import { favourites } from "./favourite-tables.ts";
import type { Connection } from "../database/database.ts";
import { tracks } from "../library/library-tables.ts";
import { users } from "../accounts/account-tables.ts";
import { shownColumns, type ShownColumns } from "../library/track-store.ts";

/** Favourites with a file, newest first. */
export async function listFavourites(
  connection: Connection,
  accountId: string,
): Promise<ShownColumns[]> {
  return await connection
    .select(shownColumns)
    .from(favourites)
    .innerJoin(tracks, eq(tracks.id, favourites.trackId))
    .where(and(eq(favourites.accountId, accountId), isNull(tracks.missingSince)))
    .orderBy(desc(favourites.addedAt), desc(tracks.id));
}

type FavouriteOutcome = "added" | "no-track" | "full";

/** Idempotent. @param limit maximum for the account */
export async function addFavourite(
  transaction: Connection,
  {
    accountId,
    trackId,
    limit,
  }: { readonly accountId: string; readonly trackId: string; readonly limit: number },
): Promise<FavouriteOutcome> {
  // Serialises additions for one account, so that none passes the limit.
  await transaction
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, accountId))
    .for("no key update");
  const [track] = await transaction
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.id, trackId), isNull(tracks.missingSince)))
    .for("key share");
  if (track === undefined) return "no-track";
  const others = await transaction.$count(favourites, eq(favourites.accountId, accountId));
  const isOne = await transaction.$count(favourites, isFavourite({ accountId, trackId }));
  if (isOne === 0 && others >= limit) return "full";
  await transaction.insert(favourites).values({ accountId, trackId }).onConflictDoNothing();
  return "added";
}

export async function removeFavourite(
  connection: Connection,
  favourite: { readonly accountId: string; readonly trackId: string },
): Promise<void> {
  await connection.delete(favourites).where(isFavourite(favourite));
}

function isFavourite({
  accountId,
  trackId,
}: {
  readonly accountId: string;
  readonly trackId: string;
}) {
  return and(eq(favourites.accountId, accountId), eq(favourites.trackId, trackId));
}
