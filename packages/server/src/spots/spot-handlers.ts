import {
  MAX_SPOT_DAYS,
  type SpotAiring,
  spotFilesApi,
  type SpotLog,
  spotsApi,
} from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { addDays, isDate, localDateOf, momentOf } from "../schedule/local-time-rules.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { spotCsv } from "./spot-csv.ts";
import { listAirings, summariseAirings } from "./spot-store.ts";
import { outcomeOf, type StoredAiring } from "./spot-rules.ts";

interface SpotParts {
  readonly database: Database;
  readonly schedule: Schedule;
}

interface Period {
  /** undefined: a week before the end. */
  readonly from?: string | undefined;
  /** undefined: today. */
  readonly to?: string | undefined;
}

/** A week includes today. */
const WEEK_AGO = -6;
const { downloadSpotLog } = spotFilesApi;

export const spotFeature = feature(spotsApi, spotHandlers);

function spotHandlers(parts: SpotParts): HandlersFor<typeof spotsApi> {
  return {
    getSpotLog: async ({ query }): Promise<SpotLog> => {
      const { limit, offset, dayLimit, dayOffset, trackId = null, ...period } = query;
      const { connection } = parts.database;
      const { timeZone } = parts.schedule;
      const dates = datesOf(period, timeZone);
      const range = { ...rangeOf(dates, timeZone), trackId };
      const airings = await listAirings(connection, { ...range, limit, offset });
      const { days, ...counted } = await summariseAirings(connection, {
        ...range,
        dayStartsMs: dates.map((date) => momentOf(`${date}T00:00`, timeZone)),
        dayLimit,
        dayOffset,
      });
      return {
        timeZone,
        airings: airings.map((airing) => toAiring(airing, slotFinder(parts))),
        days: days.map(({ day, ...row }) => ({ date: dates[day] ?? "", ...row })),
        ...counted,
      };
    },
  };
}

/** The log as a download. */
export function addSpotFile(app: FastifyInstance, parts: SpotParts): void {
  app.route({
    method: downloadSpotLog.method,
    url: downloadSpotLog.path,
    config: { access: downloadSpotLog.access },
    schema: { querystring: downloadSpotLog.query },
    handler: async (request, reply) => {
      const { trackId = null, ...period } = downloadSpotLog.query.parse(request.query);
      const { timeZone } = parts.schedule;
      const dates = datesOf(period, timeZone);
      const range = { ...rangeOf(dates, timeZone), trackId };
      const stored = await listAirings(parts.database.connection, range);
      const airings = stored.map((airing) => toAiring(airing, slotFinder(parts)));
      const name = `spots-${dates[0]}-${dates.at(-1)}.csv`;
      return reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="${name}"`)
        .type("text/csv; charset=utf-8")
        .send(spotCsv(airings.toReversed(), timeZone));
    },
  });
}

function slotFinder({ schedule }: SpotParts): FindSlot {
  const { clocks } = schedule.contents;
  return (clockId, slotId) => {
    const slots = clocks.get(clockId)?.slots ?? [];
    const index = slots.findIndex(({ id }) => id === slotId);
    return index === -1 ? null : index + 1;
  };
}

/** @param dates consecutive */
function rangeOf(
  dates: readonly string[],
  timeZone: string,
): { readonly fromMs: number; readonly untilMs: number } {
  const last = dates.at(-1) ?? "";
  return {
    fromMs: momentOf(`${dates[0]}T00:00`, timeZone),
    untilMs: momentOf(`${addDays(last, 1)}T00:00`, timeZone),
  };
}

/** Every day of the period, in order; at least one. */
function datesOf({ from, to }: Period, timeZone: string): readonly string[] {
  const last = to ?? localDateOf(Date.now(), timeZone);
  if (!isDate(last)) throw badDay("to", "this day doesn't exist");
  const first = from ?? addDays(last, WEEK_AGO);
  if (!isDate(first)) throw badDay("from", "this day doesn't exist");
  if (first > last) throw badDay("to", "must not be before from");
  if (addDays(first, MAX_SPOT_DAYS - 1) < last)
    throw badDay("to", `must be at most ${MAX_SPOT_DAYS} days after from`);
  const dates = [first];
  for (let date = first; date < last;) {
    date = addDays(date, 1);
    dates.push(date);
  }
  return dates;
}

function badDay(field: "from" | "to", error: string): ApiFailure {
  return new ApiFailure({ error: `${field}: ${error}`, code: "invalid_request", field });
}

/** Returns the number of a slot in its clock; null: removed. */
type FindSlot = (clockId: string, slotId: string) => number | null;

function toAiring(stored: StoredAiring, findSlot: FindSlot): SpotAiring {
  const { id, trackId, title, artist, lengthMs, listeners, reason, plannedAtMs, playedMs } = stored;
  const clock = reason?.clock ?? null;
  const slotId = reason?.slotId ?? null;
  return {
    id,
    trackId,
    title,
    artist,
    show: reason?.show ?? null,
    clock,
    slotNumber: clock === null || slotId === null ? null : findSlot(clock.id, slotId),
    isBreak: reason?.rule === "unknown" ? null : reason?.rule === "break",
    plannedAt: plannedAtMs === null ? null : toIso(plannedAtMs),
    airedAt: toIso(stored.startedAtMs),
    lengthMs,
    playedMs: playedMs === null ? null : Math.round(playedMs),
    outcome: outcomeOf(stored),
    listeners,
  };
}

function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
