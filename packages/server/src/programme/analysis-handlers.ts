import {
  MAX_ANALYSIS_ROWS,
  type Analysis,
  analysisApi,
  type ComingDay,
  type ComingItem,
} from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { localDateOf } from "../schedule/local-time-rules.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Settings } from "../settings/settings.ts";
import { analyseComing, analysePast } from "./analyse-programme.ts";
import type { ComingDays } from "./coming-days.ts";
import type { PlanEntry } from "./plan-entry.ts";

interface AnalysisParts {
  readonly database: Database;
  readonly coming: ComingDays;
  readonly schedule: Schedule;
  readonly settings: Pick<Settings, "current">;
}

export const analysisFeature = feature(analysisApi, analysisHandlers);

function analysisHandlers(parts: AnalysisParts): HandlersFor<typeof analysisApi> {
  return {
    getAnalysis: async ({ query: { span, weeks } }): Promise<Analysis> => {
      const programme = await parts.coming.load();
      const given = {
        connection: parts.database.connection,
        timeZone: parts.schedule.timeZone,
        separation: parts.settings.current.separation,
        programme,
        nowMs: Date.now(),
        mostRows: MAX_ANALYSIS_ROWS,
      };
      return span === "coming" ? await analyseComing(given) : await analysePast(given, weeks);
    },
    getComingDay: async ({ query }) => await comingDay(parts, query.date),
  };
}

async function comingDay(
  { coming, schedule: { timeZone } }: AnalysisParts,
  wanted: string | undefined,
): Promise<ComingDay> {
  const dates = coming.dates(Date.now());
  const date = wanted ?? dates[0] ?? "";
  if (!dates.includes(date))
    throw new ApiFailure({
      error: `date: give one of the days from ${dates[0]} to ${dates.at(-1)}`,
      code: "invalid_request",
      field: "date",
    });
  const { items, plannedCount, isWhole } = await coming.load();
  return {
    timeZone,
    date,
    dates: [...dates],
    isWhole,
    items: items.flatMap((entry, index) =>
      localDateOf(entry.startsAtMs, timeZone) === date
        ? toComingItem(entry, index < plannedCount)
        : [],
    ),
  };
}

function toComingItem(
  { track, startsAtMs, place, reason }: PlanEntry,
  isPlanned: boolean,
): ComingItem {
  const { id: trackId, title, artist, lengthMs } = track;
  return {
    startsAt: new Date(startsAtMs).toISOString(),
    durationMs: lengthMs,
    trackId,
    title,
    artist,
    playlist: reason.playlist,
    show: place.show,
    clock: place.clock,
    slotId: place.slotId,
    isExact: place.start.kind === "exact",
    isPlanned,
    sentence: reason.sentence,
  };
}
