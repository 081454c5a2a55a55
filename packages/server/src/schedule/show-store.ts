import { showContentSchema, type Show } from "@neonrelay/contract";
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { users } from "../accounts/account-tables.ts";
import type { Connection } from "../database/database.ts";
import { broadcasterRoles } from "../identity/rights-rules.ts";
import { recordNewTimes } from "./change-store.ts";
import { showHosts, showPictures, shows } from "./schedule-tables.ts";

export interface Host {
  readonly id: string;
  /** A show as listeners see it. */
  readonly name: string;
}

export interface StoredShow extends Omit<Show, "hostIds" | "pictureUrl"> {
  readonly hosts: readonly Host[];
  /** null: none. */
  readonly pictureDigest: string | null;
}

export interface ShowPicture {
  readonly mediaType: string;
  readonly image: Buffer;
  readonly digest: string;
}

type ShowColumns = Omit<typeof shows.$inferInsert, "id" | "version" | "createdAt" | "changedAt">;

const columns = {
  id: shows.id,
  slug: shows.slug,
  name: shows.name,
  text: shows.text,
  color: shows.color,
  content: shows.content,
  requests: shows.requests,
  version: shows.version,
  pictureDigest: showPictures.digest,
};
const hostName = sql<string>`coalesce(nullif(${users.name}, ''), ${users.username})`;

/** By name. */
export async function listShows(connection: Connection): Promise<readonly StoredShow[]> {
  const rows = await connection
    .select(columns)
    .from(shows)
    .leftJoin(showPictures, eq(showPictures.showId, shows.id))
    .orderBy(sql`${shows.nameKey} collate "C"`, asc(shows.id));
  const hosts = await connection
    .select({ showId: showHosts.showId, id: users.id, name: hostName })
    .from(showHosts)
    .innerJoin(users, eq(users.id, showHosts.accountId))
    .orderBy(asc(showHosts.position));
  return rows.map((row) => ({
    ...row,
    // The schema adds fields missing in rows stored by an older version.
    content: showContentSchema.parse(row.content),
    hosts: hosts.filter(({ showId }) => showId === row.id).map(({ id, name }) => ({ id, name })),
  }));
}

export async function findShow(connection: Connection, id: string): Promise<StoredShow | null> {
  return (await listShows(connection)).find((show) => show.id === id) ?? null;
}

export async function listSlugs(connection: Connection): Promise<ReadonlySet<string>> {
  const rows = await connection.select({ slug: shows.slug }).from(shows);
  return new Set(rows.map(({ slug }) => slug));
}

export async function countShows(connection: Connection): Promise<number> {
  return await connection.$count(shows);
}

/** Whether another show has this name. */
export async function isShowNameTaken(
  connection: Connection,
  { id, nameKey }: { readonly id: string; readonly nameKey: string },
): Promise<boolean> {
  return (await connection.$count(shows, and(eq(shows.nameKey, nameKey), ne(shows.id, id)))) > 0;
}

export async function insertShow(
  transaction: Connection,
  show: ShowColumns & { readonly id: string },
): Promise<void> {
  await transaction.insert(shows).values(show);
}

/** Increments its version. */
export async function saveShow(
  transaction: Connection,
  id: string,
  change: { readonly [Column in keyof ShowColumns]?: ShowColumns[Column] | undefined },
): Promise<void> {
  await transaction
    .update(shows)
    .set({ ...change, version: sql`${shows.version} + 1` })
    .where(eq(shows.id, id));
}

/** @returns whether it existed */
export async function deleteShow(transaction: Connection, id: string): Promise<boolean> {
  const removed = await transaction
    .delete(shows)
    .where(eq(shows.id, id))
    .returning({ id: shows.id });
  await recordNewTimes(transaction);
  return removed.length > 0;
}

export async function saveHosts(
  transaction: Connection,
  { showId, hostIds }: { readonly showId: string; readonly hostIds: readonly string[] },
): Promise<void> {
  await transaction.delete(showHosts).where(eq(showHosts.showId, showId));
  const rows = hostIds.map((accountId, position) => ({ showId, accountId, position }));
  if (rows.length > 0) await transaction.insert(showHosts).values(rows);
}

/** Accounts that may host a show, by name. */
export async function listPossibleHosts(connection: Connection): Promise<readonly Host[]> {
  return await connection
    .select({ id: users.id, name: hostName })
    .from(users)
    .where(and(eq(users.isActive, true), inArray(users.role, [...broadcasterRoles])))
    .orderBy(asc(hostName), asc(users.id));
}

export async function findShowPicture(
  connection: Connection,
  showId: string,
): Promise<ShowPicture | null> {
  const { mediaType, image, digest } = showPictures;
  const [picture] = await connection
    .select({ mediaType, image, digest })
    .from(showPictures)
    .where(eq(showPictures.showId, showId));
  return picture ?? null;
}

/** @param picture null: removes it */
export async function saveShowPicture(
  transaction: Connection,
  { showId, picture }: { readonly showId: string; readonly picture: ShowPicture | null },
): Promise<void> {
  await transaction.delete(showPictures).where(eq(showPictures.showId, showId));
  if (picture !== null) await transaction.insert(showPictures).values({ showId, ...picture });
}

/** User names of accounts, including those that may no longer broadcast. */
export async function listUsernames(
  connection: Connection,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly username: string }[]> {
  if (ids.length === 0) return [];
  return await connection
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.username));
}

/** Accounts that may present a show, by lower-case user name. */
export async function findPossibleHosts(
  connection: Connection,
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(eq(users.isActive, true), inArray(users.role, [...broadcasterRoles])));
  return new Map(rows.map(({ id, username }) => [username.toLowerCase(), id]));
}
