import { calendarsApi } from "@neonrelay/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createHash } from "node:crypto";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { Settings } from "../settings/settings.ts";
import { calendarOf } from "./calendar-feed.ts";
import type { OnAirOccurrence } from "./place-occurrences.ts";
import { createTurns } from "../limits/turns.ts";
import type { Schedule } from "./schedule.ts";

interface CalendarParts {
  readonly schedule: Schedule;
  readonly settings: Pick<Settings, "current">;
}

const { getScheduleCalendar, getShowCalendar } = calendarsApi;
const DAY_MS = 24 * 60 * 60 * 1000;
const AHEAD_MS = 8 * 7 * DAY_MS;
/** Cache lifetime: calendars poll every few hours, and a change shows after this long. */
const KEEP_SECONDS = 300;

/** Serves the calendar feeds. */
export function addCalendars(app: FastifyInstance, { schedule, settings }: CalendarParts): void {
  const inTurn = createTurns();
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    feed: { readonly name: string; readonly isWanted: (part: OnAirOccurrence) => boolean },
  ) => {
    const { host, hostname, isSecure } = request;
    const calendar = await inTurn(() =>
      calendarOf({
        name: feed.name,
        stationId: hostname,
        origin: `${isSecure ? "https" : "http"}://${host}`,
        // Starts with the beginning of the current occurrence, so that the feed is stable between calls.
        parts: schedule.coming(Date.now(), AHEAD_MS).filter(feed.isWanted),
        changes: schedule.contents.changes,
      }),
    );
    const etag = `"${createHash("sha256").update(calendar).digest("hex").slice(0, 32)}"`;
    reply.header("etag", etag).header("cache-control", `public, max-age=${KEEP_SECONDS}`);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("text/calendar; charset=utf-8").send(calendar);
  };
  app.route({
    method: getScheduleCalendar.method,
    url: getScheduleCalendar.path,
    config: {
      access: getScheduleCalendar.access,
      isForAnyone: getScheduleCalendar.isForAnyone,
      isForOtherSites: getScheduleCalendar.isForOtherSites,
    },
    handler: (request, reply) =>
      answer(request, reply, { name: settings.current.stationName, isWanted: () => true }),
  });
  app.route({
    method: getShowCalendar.method,
    url: getShowCalendar.path,
    config: {
      access: getShowCalendar.access,
      isForAnyone: getShowCalendar.isForAnyone,
      isForOtherSites: getShowCalendar.isForOtherSites,
    },
    schema: { params: getShowCalendar.params },
    handler: (request, reply) => {
      const { slug } = getShowCalendar.params.parse(request.params);
      const show = [...schedule.contents.shows.values()].find((each) => each.slug === slug);
      if (show === undefined)
        throw new ApiFailure({ error: "Show not found", code: "not_found", field: "slug" });
      return answer(request, reply, {
        name: `${show.name} · ${settings.current.stationName}`,
        isWanted: ({ occurrence }) => occurrence.show?.id === show.id,
      });
    },
  });
}
