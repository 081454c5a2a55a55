import {
  MAX_SPOT_DAYS,
  spotFilesApi,
  type SpotAiring,
  type SpotLog,
  type spotsApi,
} from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { HandlersFor } from "../http-kit/route.ts";
import { addDays, isDate, localDateOf, momentOf } from "../schedule/local-time-rules.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { spotCsv } from "./spot-csv.ts";
import { countDays, spotsOf, toAiring } from "./spot-log.ts";
import { listAirings } from "./spot-store.ts";

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

export function spotHandlers(parts: SpotParts): HandlersFor<typeof spotsApi> {
  return {
    getSpotLog: async ({ query: { limit, trackId, ...period } }): Promise<SpotLog> => {
      const { timeZone } = parts.schedule;
      const all = await loadAirings(parts, period);
      const airings = only(all, trackId);
      return {
        timeZone,
        airings: airings.slice(0, limit),
        total: airings.length,
        days: [...countDays(airings, timeZone)],
        spots: [...spotsOf(all)],
      };
    },
  };
}

/** The log as a file. */
export function addSpotFile(app: FastifyInstance, parts: SpotParts): void {
  app.route({
    method: downloadSpotLog.method,
    url: downloadSpotLog.path,
    config: { access: downloadSpotLog.access },
    schema: { querystring: downloadSpotLog.query },
    handler: async (request, reply) => {
      const { trackId, ...period } = downloadSpotLog.query.parse(request.query);
      const airings = only(await loadAirings(parts, period), trackId);
      const { from, to } = daysOf(period, parts.schedule.timeZone);
      return reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="spots-${from}-${to}.csv"`)
        .type("text/csv; charset=utf-8")
        .send(spotCsv(airings.toReversed(), parts.schedule.timeZone));
    },
  });
}

async function loadAirings(
  { database, schedule }: SpotParts,
  period: Period,
): Promise<readonly SpotAiring[]> {
  const { timeZone } = schedule;
  const { from, to } = daysOf(period, timeZone);
  const stored = await listAirings(database.connection, {
    fromMs: momentOf(`${from}T00:00`, timeZone),
    untilMs: momentOf(`${addDays(to, 1)}T00:00`, timeZone),
  });
  const { clocks } = schedule.contents;
  return stored.map((airing) =>
    toAiring(airing, (clockId, slotId) => {
      const slots = clocks.get(clockId)?.slots ?? [];
      const index = slots.findIndex(({ id }) => id === slotId);
      return index === -1 ? null : index + 1;
    }),
  );
}

function daysOf(
  { from, to }: Period,
  timeZone: string,
): { readonly from: string; readonly to: string } {
  const last = to ?? localDateOf(Date.now(), timeZone);
  if (!isDate(last)) throw badDay("to", "this day doesn't exist");
  const first = from ?? addDays(last, WEEK_AGO);
  if (!isDate(first)) throw badDay("from", "this day doesn't exist");
  if (first > last) throw badDay("to", "must not be before from");
  if (addDays(first, MAX_SPOT_DAYS - 1) < last)
    throw badDay("to", `must be at most ${MAX_SPOT_DAYS} days after from`);
  return { from: first, to: last };
}

function only(airings: readonly SpotAiring[], trackId: string | undefined): readonly SpotAiring[] {
  return trackId === undefined ? airings : airings.filter((airing) => airing.trackId === trackId);
}

function badDay(field: "from" | "to", error: string): ApiFailure {
  return new ApiFailure({ error: `${field}: ${error}`, code: "invalid_request", field });
}
