import {
  MAX_VISITOR_FOUND,
  MAX_VISITOR_MATCHES,
  MAX_VISITOR_OFFSET,
  trackProgrammeApi,
  tracksApi,
} from "@neonrelay/contract";
import type { Connection, Database } from "../database/database.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { createMilestones } from "./list-milestones.ts";
import {
  countTracks,
  findId,
  isBounded,
  listMilestones,
  listTracks,
  type Listing,
  type TrackOrder,
} from "./track-list-store.ts";
import { isOfAll } from "./track-filter-store.ts";
import { searchTracks } from "./track-search-store.ts";
import { requireOffset } from "../http-kit/next-page.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { isOperator } from "../identity/rights-rules.ts";
import type { StationEvents } from "../events/station-events.ts";
import { createLibraryFigure } from "./library-figure.ts";
import { foldText, toTrack } from "./track-rules.ts";
import { saveTracksProgramme } from "./track-programme-store.ts";

/** Maximum tracks in one response; longer lists are paged. */
const PAGE_LIMIT = 500;

/** Milestones for pages far down the whole library, or a filtered list that an index has in the same order. */
export function trackMilestones(connection: Connection, rowsBetween?: number) {
  return createMilestones<TrackOrder & Pick<Listing, "filters">>({
    list: (wanted) => listMilestones(connection, wanted),
    isThere: async (_, trackId) => (await findId(connection, trackId)) !== null,
    nameOf: (order) => JSON.stringify(order),
    nowMs: () => performance.now(),
    ...(rowsBetween !== undefined && { rowsBetween }),
  });
}

export const trackFeature = feature(tracksApi, trackHandlers);

function trackHandlers({
  database,
  events,
}: {
  readonly database: Database;
  readonly events: StationEvents;
}): HandlersFor<typeof tracksApi> {
  const countListed = createLibraryFigure({
    events,
    measure: (of: Parameters<typeof countTracks>[1]) => countTracks(database.connection, of),
    nowMs: () => performance.now(),
  });
  const beginOf = trackMilestones(database.connection);
  return {
    listTracks: async ({ query }, { caller, reply }) => {
      const { limit: wanted, after, offset = 0, q, sort, order, ...filters } = query;
      const limit = wanted ?? PAGE_LIMIT;
      const folded = foldText(q ?? "");
      const isDescending =
        (order ?? (sort === "added" ? "descending" : "ascending")) === "descending";
      const listOrder = { sort, isDescending };
      const isWhole = folded === "" && isOfAll(filters);
      const isOnlyWords = folded !== "" && isOfAll(filters);
      const found = isOnlyWords ? MAX_VISITOR_MATCHES : MAX_VISITOR_FOUND;
      const most = isOperator(caller) ? null : found;
      const listing = { folded, filters, most, order: listOrder };
      // After a given track there are no milestones: the skipped rows are read.
      const isFound = isBounded(listing);
      const isRead = after !== undefined && !isFound;
      requireOffset(caller, { offset, most: isRead ? MAX_VISITOR_FOUND : MAX_VISITOR_OFFSET });
      const hasMilestones =
        after === undefined && folded === "" && (isWhole || (most !== null && !isFound));
      const begin = hasMilestones
        ? await beginOf({ ...listOrder, filters }, offset)
        : { after: after ?? null, offset };
      const listed = listTracks(database.connection, {
        ...listing,
        afterId: begin.after,
        offset: begin.offset,
        limit,
      });
      const [page, total] = await Promise.all([listed, countListed(listing)]);
      reply.header("x-total-count", total);
      const last = page.tracks.at(-1);
      if (page.hasMore && last !== undefined) {
        const next = new URLSearchParams({ limit: String(limit), after: last.id });
        for (const [name, value] of Object.entries({ q, order, ...filters }))
          if (value !== undefined) next.set(name, String(value));
        if (sort !== "artist") next.set("sort", sort);
        reply.header("link", `</api/tracks?${next.toString()}>; rel="next"`);
      }
      return page.tracks.map(toTrack);
    },
    searchTracks: async ({ query }) =>
      (await searchTracks(database.connection, foldText(query.q))).map(toTrack),
  };
}

export const trackProgrammeFeature = feature(trackProgrammeApi, trackProgrammeHandlers);

/** API for the kind, weight and rotation of tracks. */
function trackProgrammeHandlers({
  database,
  events,
  systemLog,
}: {
  readonly database: Database;
  readonly events: StationEvents;
  readonly systemLog: SystemLog;
}): HandlersFor<typeof trackProgrammeApi> {
  return {
    changeTracksProgramme: async ({ body: { trackIds, ...change } }, { caller }) => {
      const changed = await database.transaction((transaction) =>
        saveTracksProgramme(transaction, trackIds, change),
      );
      if (changed === 0) return { changed };
      systemLog.recordOperatorAction({
        who: caller,
        action: "changed the kind, weight or rotation of tracks",
        details: { tracks: changed, ...change },
      });
      events.publish({ type: "library.changed" });
      // The tracks of rule-based playlists may change.
      events.publish({ type: "playlists.changed" });
      return { changed };
    },
  };
}
