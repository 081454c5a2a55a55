import { showsApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { ScheduleParts } from "./schedule-change.ts";
import { storedOf } from "./schedule-failures.ts";
import { changeShow, createShow, removeShow } from "./show-actions.ts";
import { toPublicShow, toShow } from "./show-views.ts";
import { listPossibleHosts, listShows } from "./show-store.ts";

/** How many dates a show's page lists, and how far ahead to look for them. */
const MAX_DATES = 10;
const AHEAD_MS = 13 * 7 * 24 * 60 * 60 * 1000;

export const showFeature = feature(showsApi, showHandlers);

function showHandlers(parts: ScheduleParts): HandlersFor<typeof showsApi> {
  const { connection } = parts.database;
  return {
    listShows: async () => (await listShows(connection)).map(toPublicShow),
    getShow: async ({ params: { slug } }) => {
      const { schedule } = parts;
      const show = [...schedule.contents.shows.values()].find((each) => each.slug === slug);
      if (show === undefined)
        throw new ApiFailure({ error: "Show not found", code: "not_found", field: "slug" });
      const dates = schedule
        .coming(Date.now(), AHEAD_MS)
        .filter(({ occurrence }) => occurrence.show?.id === show.id)
        .slice(0, MAX_DATES)
        .map(({ fromMs: startMs, untilMs: endMs }) => ({
          startsAt: new Date(startMs).toISOString(),
          endsAt: new Date(endMs).toISOString(),
        }));
      return { ...toPublicShow(show), dates };
    },
    listProgrammeShows: async () => (await listShows(connection)).map(toShow),
    listShowHosts: async () => [...(await listPossibleHosts(connection))],
    createShow: async ({ body }, { caller }) =>
      toShow(storedOf("show", await createShow(parts, { show: body, by: caller }))),
    changeShow: async ({ params: { id }, body }, { caller }) =>
      toShow(storedOf("show", await changeShow(parts, { id, change: body, by: caller }))),
    removeShow: async ({ params: { id } }, { caller }) => {
      storedOf("show", await removeShow(parts, { id, by: caller }));
      return { isRemoved: true };
    },
  };
}
