import { contentKinds, type KindRule } from "@neonrelay/contract";
import { and, asc, gt, inArray, isNull, ne, not } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { decideKind } from "./kind-rules.ts";
import { tracks } from "./library-tables.ts";

/** Maximum tracks in memory at once, for large libraries. */
const TRACKS_AT_ONCE = 5000;

/**
 * Applies the station's rules to the kinds of tracks, except where an operator has set them.
 * @param trackIds null: all tracks
 * @returns how many tracks changed
 */
export async function applyKindRules(
  connection: Connection,
  {
    rules,
    trackIds,
  }: { readonly rules: readonly KindRule[]; readonly trackIds: readonly string[] | null },
): Promise<number> {
  let changed = 0;
  for await (const rows of listKindClues(connection, { isByRules: true, trackIds })) {
    const wrong = rows
      .map(({ id, contentKind, ...clues }) => ({ id, contentKind, kind: decideKind(clues, rules) }))
      .filter(({ contentKind, kind }) => contentKind !== kind);
    for (const kind of contentKinds) {
      const ids = wrong.filter((track) => track.kind === kind).map(({ id }) => id);
      if (ids.length === 0) continue;
      // An operator may have set it in the meantime.
      const still = and(inArray(tracks.id, ids), not(tracks.isKindByHand));
      await connection.update(tracks).set({ contentKind: kind }).where(still);
      changed += ids.length;
    }
  }
  return changed;
}

/** What the rules look at, a few thousand tracks at a time. */
export async function* listKindClues(
  connection: Connection,
  {
    isByRules = false,
    isPresent = false,
    trackIds = null,
  }: {
    /** Skips tracks whose kind an operator has set. */
    readonly isByRules?: boolean;
    /** Skips missing files. */
    readonly isPresent?: boolean;
    /** null: all tracks. */
    readonly trackIds?: readonly string[] | null;
  },
) {
  let afterId: string | undefined;
  do {
    const rows = await connection
      .select({
        id: tracks.id,
        path: tracks.path,
        genre: tracks.genre,
        kindTag: tracks.kindTag,
        contentKind: tracks.contentKind,
      })
      .from(tracks)
      .where(
        and(
          ne(tracks.kind, "stream"),
          isByRules ? not(tracks.isKindByHand) : undefined,
          isPresent ? isNull(tracks.missingSince) : undefined,
          trackIds === null ? undefined : inArray(tracks.id, [...trackIds]),
          afterId === undefined ? undefined : gt(tracks.id, afterId),
        ),
      )
      .orderBy(asc(tracks.id))
      .limit(TRACKS_AT_ONCE);
    yield rows;
    afterId = rows.length < TRACKS_AT_ONCE ? undefined : rows.at(-1)?.id;
  } while (afterId !== undefined);
}
