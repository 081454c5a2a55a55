import { eq } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { playLikes, plays } from "./play-tables.ts";

/**
 * Stores a like of what is on air, once per play.
 * @returns the number of likes, and whether this person had already liked it; null when the play is not stored yet
 */
export async function likePlay(
  transaction: Connection,
  { playId, likerKey }: { readonly playId: string; readonly likerKey: string },
): Promise<{ readonly likes: number; readonly hadLiked: boolean } | null> {
  const [play] = await transaction
    .select({ id: plays.id })
    .from(plays)
    .where(eq(plays.id, playId))
    .for("key share");
  if (play === undefined) return null;
  const added = await transaction
    .insert(playLikes)
    .values({ playId, likerKey })
    .onConflictDoNothing()
    .returning({ playId: playLikes.playId });
  const likes = await transaction.$count(playLikes, eq(playLikes.playId, playId));
  return { likes, hadLiked: added.length === 0 };
}
