import type { ContentKind } from "@neonrelay/contract";
import { inArray } from "drizzle-orm";
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
