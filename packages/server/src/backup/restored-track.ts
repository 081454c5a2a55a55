import * as z from "zod";
import { searchTextOf } from "../library/track-rules.ts";

const tagsSchema = z.object({
  title: z.string(),
  artist: z.string(),
  album: z.nullable(z.string()),
  genre: z.nullable(z.string()),
  year: z.nullable(z.number()),
});

/**
 * A track's row with the search text of this release: an older one left genre and year out of it. A row without the
 * tags of a track stays as it is, and the database refuses it.
 */
export function withSearchText(
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const tags = tagsSchema.safeParse({ album: null, genre: null, year: null, ...row }).data;
  return tags === undefined ? row : { ...row, search_text: searchTextOf(tags) };
}
