import { contentKinds, type KindRule } from "@neonrelay/contract";
import { and, asc, gt, inArray, isNull, ne, not } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { decideKind } from "./kind-rules.ts";
import { tracks } from "./library-tables.ts";

/** So many tracks of a large library are in memory at once. */
const TRACKS_AT_ONCE = 5000;

/**
 * Gives tracks the kinds that the rules say, unless an operator has set them.
 * @param trackIds null: all of them
 * @returns how many have another kind now
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
      // An operator may have set it since.
      const still = and(inArray(tracks.id, ids), not(tracks.isKindByHand));
      await connection.update(tracks).set({ contentKind: kind }).where(still);
      changed += ids.length;
    }
  }
  return changed;
}

/** What rules look at of tracks, some thousand at a time. */
export async function* listKindClues(
  connection: Connection,
  {
    isByRules = false,
    isPresent = false,
    trackIds = null,
  }: {
    /** Only tracks whose kind no operator has set. */
    readonly isByRules?: boolean;
    /** Only tracks whose file is there. */
    readonly isPresent?: boolean;
    /** null: all of them. */
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
