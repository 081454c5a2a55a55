import type { ContentKind } from "@neonrelay/contract";
import { and, inArray, ne, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { tracks } from "./library-tables.ts";

/** What tracks are to the programme; what is left out stays. @returns how many of them there are */
export async function saveTracksProgramme(
  connection: Connection,
  trackIds: readonly string[],
  change: {
    readonly contentKind?: ContentKind | undefined;
    readonly weightPercent?: number | undefined;
    readonly isInRotation?: boolean | undefined;
  },
): Promise<number> {
  const among = inArray(tracks.id, [...trackIds]);
  if (Object.values(change).every((value) => value === undefined))
    return await connection.$count(tracks, among);
  const changed = await connection
    .update(tracks)
    .set(change)
    .where(among)
    .returning({ id: tracks.id });
  return changed.length;
}

/** @returns how many tracks below the folder were of another kind */
export async function saveKindBelow(
  connection: Connection,
  folder: string,
  contentKind: ContentKind,
): Promise<number> {
  const changed = await connection
    .update(tracks)
    .set({ contentKind })
    .where(
      and(sql`starts_with(${tracks.path}, ${`${folder}/`})`, ne(tracks.contentKind, contentKind)),
    )
    .returning({ id: tracks.id });
  return changed.length;
}
