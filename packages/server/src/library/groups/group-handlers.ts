import {
  MAX_VISITOR_FOUND,
  MAX_VISITOR_OFFSET,
  type Facet,
  type GroupSort,
  type LibraryGroup,
  libraryGroupsApi,
} from "@neonrelay/contract";
import type { Connection, Database } from "../../database/database.ts";
import type { StationEvents } from "../../events/station-events.ts";
import { requireOffset } from "../../http-kit/next-page.ts";
import { feature, type Call, type HandlersFor } from "../../http-kit/route.ts";
import { isOperator } from "../../identity/rights-rules.ts";
import { createLibraryFigure } from "../library-figure.ts";
import { artAddress, foldText } from "../track-rules.ts";
import { createMilestones } from "../list-milestones.ts";
import {
  countGroups,
  countLetters,
  hasGroup,
  listGroupMilestones,
  listGroups,
  type GroupOrder,
  type ShownGroup,
  type WantedGroups,
} from "./track-group-store.ts";

const PAGE_LIMIT = 100;

interface GroupQuery {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly offset?: number | undefined;
  readonly q?: string | undefined;
  readonly sort: GroupSort;
  readonly artist?: string | undefined;
}

/** Milestones for pages far down a facet. */
export function groupMilestones(connection: Connection, rowsBetween?: number) {
  return createMilestones<GroupOrder>({
    list: (wanted) => listGroupMilestones(connection, wanted),
    isThere: ({ facet }, key) => hasGroup(connection, { facet, key }),
    nameOf: ({ facet, sort }) => `${facet} ${sort}`,
    nowMs: () => performance.now(),
    ...(rowsBetween !== undefined && { rowsBetween }),
  });
}

export const groupFeature = feature(libraryGroupsApi, groupHandlers);

/** API to browse the library by artist, album, genre and so on. */
function groupHandlers({
  database: { connection },
  events,
}: {
  readonly database: Database;
  readonly events: StationEvents;
}): HandlersFor<typeof libraryGroupsApi> {
  const nowMs = () => performance.now();
  const letters = createLibraryFigure({
    events,
    measure: (facet: Facet) => countLetters(connection, facet),
    nowMs,
  });
  const totals = createLibraryFigure({
    events,
    measure: (wanted: WantedGroups) => countGroups(connection, wanted),
    nowMs,
  });
  const beginOf = groupMilestones(connection);
  const listOf =
    (facet: Facet) =>
    async (
      { query }: { readonly query: GroupQuery },
      { caller, reply }: Pick<Call, "caller" | "reply">,
    ): Promise<LibraryGroup[]> => {
      const wanted = {
        facet,
        folded: foldText(query.q ?? ""),
        artist: query.artist ?? null,
        most: isOperator(caller) ? null : MAX_VISITOR_FOUND,
      };
      const { after = null, offset = 0, limit = PAGE_LIMIT, sort } = query;
      const isWhole = wanted.folded === "" && wanted.artist === null;
      const isRead = isWhole && after !== null;
      requireOffset(caller, { offset, most: isRead ? MAX_VISITOR_FOUND : MAX_VISITOR_OFFSET });
      const begin =
        isWhole && after === null ? await beginOf({ facet, sort }, offset) : { after, offset };
      const groups = await listGroups(connection, {
        ...wanted,
        afterKey: begin.after,
        offset: begin.offset,
        limit,
        sort,
      });
      reply.header("x-total-count", await totals(wanted));
      return groups.map(toGroup);
    };
  return {
    listArtists: listOf("artist"),
    listAlbums: listOf("album"),
    listGenres: listOf("genre"),
    listYears: listOf("year"),
    listKinds: listOf("kind"),
    listMonthsAdded: listOf("added"),
    listTags: listOf("tag"),
    listLetters: async ({ query: { of } }) => {
      let before = 0;
      return (await letters(of)).map(({ letter, groups }) => {
        const counted = { letter, groups, before };
        before += groups;
        return counted;
      });
    },
  };
}

function toGroup({ artTrackId, artworkName, ...group }: ShownGroup): LibraryGroup {
  return {
    ...group,
    albumArt: artTrackId === null ? null : artAddress({ id: artTrackId, artworkName }),
  };
}
