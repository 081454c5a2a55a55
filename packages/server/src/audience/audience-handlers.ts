import {
  type ListenerPlaces,
  listenersApi,
  MAX_LISTENED_DAYS,
  MAX_PLACE_DAYS,
} from "@neonrelay/contract";
import type { Listening } from "@neonrelay/on-air/protocol";
import type { Database } from "../database/database.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { rightsOf, type Caller } from "../identity/rights-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { orApiFailure } from "../on-air-link/link-failures.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import { addDays, isDate, localDateOf } from "../schedule/local-time-rules.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Settings } from "../settings/settings.ts";
import { listListenedTracks, listPlaces, sumPlaysBetween } from "./audience-store.ts";
import { type ShowPart, sumShows } from "./figure-rules.ts";
import { type Days, readListeningHistory, timesOf } from "./listening-history.ts";
import { MAX_STEPS } from "./step-rules.ts";

interface AudienceParts {
  readonly database: Database;
  readonly link: Pick<OnAirLink, "run">;
  readonly schedule: Pick<Schedule, "contents" | "onAir" | "timeZone">;
  readonly settings: Pick<Settings, "current">;
  readonly systemLog: SystemLog;
}

/** 30 days include the last one. */
const DEFAULT_DAYS_BEFORE = -29;
/** The database has no year 0, and years of five digits sort differently. */
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2199-12-31";

export const audienceFeature = feature(listenersApi, audienceHandlers);

function audienceHandlers(parts: AudienceParts): HandlersFor<typeof listenersApi> {
  const { database, link, schedule, systemLog } = parts;
  const { connection } = database;
  return {
    listCurrentListeners: async ({ query: { limit, offset } }, { reply }) => {
      const { listeners } = await orApiFailure(link.run("listeningNow", {}));
      reply.header("x-total-count", listeners.length);
      return listeners
        .toSorted((a, b) => a.startedAtMs - b.startedAtMs)
        .slice(offset, offset + limit)
        .map(toCurrentListener);
    },
    disconnectListener: async ({ params: { id } }, { caller }) => {
      const { disconnected } = await orApiFailure(
        link.run("disconnectListener", { sessionId: id }),
      );
      if (!disconnected)
        throw new ApiFailure({ error: "No listener has that id", code: "not_found" });
      const action = "disconnected a listener";
      systemLog.recordOperatorAction({ who: caller, action, details: { session: id } });
      return { disconnected: true };
    },
    getListeningHistory: async ({ query: { step, ...query } }) => {
      const days = daysOf(query, { schedule, mostDays: Infinity });
      const { timeZone } = schedule;
      const wanted = { days, step, nowMs: Date.now() };
      const history = await readListeningHistory({ database, timeZone }, wanted);
      if (history === null)
        throw badDay("from", `these days have more than ${MAX_STEPS} steps; choose longer ones`);
      return history;
    },
    listListenedTracks: async ({ query: { order, sort, limit, offset, ...query } }, { reply }) => {
      const times = timesOf(
        daysOf(query, { schedule, mostDays: MAX_LISTENED_DAYS }),
        schedule.timeZone,
      );
      const isDescending = order === "descending";
      const page = { ...times, sort, isDescending, limit, offset };
      const { total, tracks } = await listListenedTracks(connection, page);
      reply.header("x-total-count", total);
      return [...tracks];
    },
    listListenedShows: async ({ query }, { caller }) => {
      const days = daysOf(query, { schedule, mostDays: MAX_LISTENED_DAYS });
      const shown = showsOf(parts, { caller, ...timesOf(days, schedule.timeZone) });
      const momentsMs = [...new Set(shown.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]))];
      const sums = await sumPlaysBetween(connection, momentsMs);
      return [...sumShows(shown, { momentsMs, sums })];
    },
    getListenerPlaces: async ({ query }) => {
      const times = timesOf(
        daysOf(query, { schedule, mostDays: MAX_PLACE_DAYS }),
        schedule.timeZone,
      );
      const places = Map.groupBy(await listPlaces(connection, times), ({ dimension }) => dimension);
      const placesOf = (dimension: string): ListenerPlaces["countries"] =>
        (places.get(dimension) ?? []).map(({ value, seconds, sessions }) => ({
          value: value === "" ? null : value,
          seconds,
          sessions,
        }));
      return {
        countries: placesOf("country"),
        players: placesOf("player"),
        devices: placesOf("device"),
        mounts: placesOf("mount"),
        edges: placesOf("edge"),
        via: placesOf("via"),
      };
    },
  };
}

function toCurrentListener({ sessionId, startedAtMs, address: _address, ...listener }: Listening) {
  return { id: sessionId, since: toIso(startedAtMs), ...listener };
}

/** The parts of shows that were on, in order: all shows, or those that the caller hosts. */
function showsOf(
  { schedule, settings }: AudienceParts,
  {
    caller,
    fromMs,
    untilMs,
  }: { readonly caller: Caller; readonly fromMs: number; readonly untilMs: number },
): readonly ShowPart[] {
  const seesAll = rightsOf(caller, settings.current).includes("audience");
  const accountId = caller.kind === "user" ? caller.accountId : null;
  const { shows } = schedule.contents;
  const isTheirs = (showId: string): boolean =>
    shows.get(showId)?.hosts.some(({ id }) => id === accountId) === true;
  const pastUntilMs = Math.min(untilMs, Date.now());
  // Placing a year of occurrences takes a while, and any account may ask.
  const isAnyShown = seesAll || [...shows.keys()].some(isTheirs);
  if (pastUntilMs <= fromMs || !isAnyShown) return [];
  const parts = schedule.onAir({ fromMs, untilMs: pastUntilMs });
  return parts.flatMap(({ occurrence: { show, startsAt }, ...part }) => {
    if (show === null || !(seesAll || isTheirs(show.id))) return [];
    const times = {
      fromMs: Math.max(part.fromMs, fromMs),
      untilMs: Math.min(part.untilMs, pastUntilMs),
    };
    return [{ show, startsAt, ...times }];
  });
}

interface Query {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @throws ApiFailure that names the wrong day */
function daysOf(
  query: Query,
  {
    schedule: { timeZone },
    mostDays,
  }: { readonly schedule: Pick<Schedule, "timeZone">; readonly mostDays: number },
): Days {
  const to = query.to ?? localDateOf(Date.now(), timeZone);
  if (!isDate(to)) throw badDay("to", "this day doesn't exist");
  if (to > LAST_DAY) throw badDay("to", `must be at most ${LAST_DAY}`);
  const from = query.from ?? addDays(to, DEFAULT_DAYS_BEFORE);
  if (!isDate(from)) throw badDay("from", "this day doesn't exist");
  if (from < FIRST_DAY) throw badDay("from", `must be at least ${FIRST_DAY}`);
  if (from > to) throw badDay("to", "must not be before from");
  if (mostDays !== Infinity && addDays(from, mostDays - 1) < to)
    throw badDay("to", `must be at most ${mostDays} days after from`);
  return { from, to };
}

function badDay(field: "from" | "to", error: string): ApiFailure {
  return new ApiFailure({ error: `${field}: ${error}`, code: "invalid_request", field });
}

function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
