import type { tracksApi } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { listTracks, searchTracks } from "../database/track-search.ts";
import type { HandlersFor } from "../http/route.ts";
import { foldText, toTrack } from "./track-rules.ts";

/** Most tracks of one answer; more are paged. */
const PAGE_LIMIT = 500;

export function trackHandlers({
  database,
}: {
  readonly database: Database;
}): HandlersFor<typeof tracksApi> {
  return {
    listTracks: async ({ query }, { reply }) => {
      const limit = query.limit ?? PAGE_LIMIT;
      const page = await listTracks(database.connection, {
        folded: foldText(query.q ?? ""),
        afterId: query.after ?? null,
        limit,
        sort: query.sort,
      });
      reply.header("x-total-count", page.total);
      const last = page.tracks.at(-1);
      if (page.hasMore && last !== undefined) {
        const next = new URLSearchParams({ limit: String(limit), after: last.id });
        if (query.q !== undefined) next.set("q", query.q);
        if (query.sort !== "artist") next.set("sort", query.sort);
        reply.header("link", `</api/tracks?${next.toString()}>; rel="next"`);
      }
      return page.tracks.map(toTrack);
    },
    searchTracks: async ({ query }) =>
      (await searchTracks(database.connection, foldText(query.q))).map(toTrack),
  };
}
