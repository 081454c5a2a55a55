import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { findMisreadingsOfTrack } from "../charsets/charset-rules.ts";
import { tracks } from "../library-tables.ts";
import { foundTroubles } from "../trouble-tables.ts";
import type { MisreadTrack } from "./misread-group-rules.ts";

/** The texts of a track that may be misread. */
interface ReadTexts {
  readonly title: string;
  readonly artist: string;
  readonly album?: string | null | undefined;
  readonly albumArtist?: string | null | undefined;
  readonly genre?: string | null | undefined;
  readonly label?: string | null | undefined;
}

const TRACKS_AT_ONCE = 250;

/** Reports texts that may be in the wrong charset as a trouble of their track; empty when they look right. */
export function misreadTrouble(
  texts: ReadTexts,
): readonly { readonly kind: "misread"; readonly amount: number; readonly atMs: null }[] {
  const [best] = findMisreadingsOfTrack(textsOf(texts));
  return best === undefined ? [] : [{ kind: "misread", amount: best.score, atMs: null }];
}

/** Checks tracks again after their texts were edited by hand. */
export async function recordMisread(
  transaction: Connection,
  changed: readonly { readonly trackId: string; readonly texts: ReadTexts }[],
): Promise<void> {
  for (let first = 0; first < changed.length; first += TRACKS_AT_ONCE) {
    const batch = changed.slice(first, first + TRACKS_AT_ONCE);
    const found = batch.flatMap(({ trackId, texts }) =>
      misreadTrouble(texts).map((trouble) => ({ trackId, ...trouble })),
    );
    const misread = new Set(found.map(({ trackId }) => trackId));
    const right = batch.map(({ trackId }) => trackId).filter((trackId) => !misread.has(trackId));
    if (right.length > 0)
      await transaction
        .delete(foundTroubles)
        .where(and(eq(foundTroubles.kind, "misread"), inArray(foundTroubles.trackId, right)));
    if (found.length > 0)
      await transaction.insert(foundTroubles).values(found).onConflictDoNothing();
  }
}

/** Tracks with open misread texts, by path. */
export async function listMisreadTracks(
  connection: Connection,
  limit: number,
): Promise<readonly MisreadTrack[]> {
  const rows = await connection
    .select({
      trackId: tracks.id,
      path: tracks.path,
      durationMs: tracks.durationMs,
      title: tracks.title,
      artist: tracks.artist,
      album: tracks.album,
      albumArtist: tracks.albumArtist,
      genre: tracks.genre,
      label: tracks.label,
    })
    .from(foundTroubles)
    .innerJoin(tracks, eq(tracks.id, foundTroubles.trackId))
    .where(
      and(
        eq(foundTroubles.kind, "misread"),
        isNull(foundTroubles.acceptedAt),
        isNull(tracks.missingSince),
      ),
    )
    .orderBy(sql`${tracks.path} collate "C"`, asc(tracks.id))
    .limit(limit);
  return rows.map(({ trackId, path, durationMs, ...texts }) => ({
    trackId,
    path,
    durationMs,
    texts: textsOf(texts),
  }));
}

function textsOf({ title, artist, album, albumArtist, genre, label }: ReadTexts): string[] {
  return [title, artist, album, albumArtist, genre, label].flatMap((text) => text ?? []);
}
