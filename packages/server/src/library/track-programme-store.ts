import type { ContentKind } from "@neonrelay/contract";
import { and, inArray, ne, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { findSettings } from "../settings/settings-store.ts";
import { applyKindRules } from "./kind-rules-store.ts";
import { tracks } from "./library-tables.ts";

/**
 * Sets the kind, weight and rotation of tracks. Omitted values stay, and what an operator sets overrides the rules.
 * @returns how many tracks there are
 */
export async function saveTracksProgramme(
  transaction: Connection,
  trackIds: readonly string[],
  {
    contentKind,
    ...change
  }: {
    readonly contentKind?: ContentKind | "by-rules" | undefined;
    readonly weightPercent?: number | undefined;
    readonly isInRotation?: boolean | undefined;
  },
): Promise<number> {
  const among = inArray(tracks.id, [...trackIds]);
  const columns = { ...change, ...kindColumns(contentKind) };
  if (Object.values(columns).every((value) => value === undefined))
    return await transaction.$count(tracks, among);
  const changed = await transaction
    .update(tracks)
    .set(columns)
    .where(among)
    .returning({ id: tracks.id });
  if (contentKind === "by-rules") {
    const rules = (await findSettings(transaction))?.kindRules ?? [];
    await applyKindRules(transaction, { rules, trackIds });
  }
  return changed.length;
}

function kindColumns(contentKind: ContentKind | "by-rules" | undefined) {
  if (contentKind === undefined) return {};
  return contentKind === "by-rules" ? { isKindByHand: false } : { contentKind, isKindByHand: true };
}

/** Exempts these tracks from the rules. @returns how many tracks below the folder had another kind */
export async function saveKindBelow(
  connection: Connection,
  folder: string,
  contentKind: ContentKind,
): Promise<number> {
  const changed = await connection
    .update(tracks)
    .set({ contentKind, isKindByHand: true })
    .where(
      and(sql`starts_with(${tracks.path}, ${`${folder}/`})`, ne(tracks.contentKind, contentKind)),
    )
    .returning({ id: tracks.id });
  return changed.length;
}
