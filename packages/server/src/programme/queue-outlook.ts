import { QUEUE_LIMIT } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import { airTimeMs } from "../library/cue-point-rules.ts";
import {
  type ExpectedEntry,
  expectEntries,
  expectJoin,
  planStartMs,
  type RequestLimit,
  type RequestPlace,
  requestPlaceOf,
  type WaitingEntry,
} from "./queue-outlook-rules.ts";
import { listQueueItems, type StoredQueueItem } from "../queue/queue-store.ts";
import type { ScheduleContents } from "../schedule/place-occurrences.ts";
import type { Settings } from "../settings/settings.ts";
import type { PlanEntry } from "./plan-entry.ts";

export interface OutlookParts {
  readonly database: Database;
  readonly link: Pick<OnAirLink, "status">;
  readonly settings: Pick<Settings, "current">;
  readonly plan: { readonly entries: () => Promise<readonly PlanEntry[]> };
  readonly schedule: { readonly contents: Pick<ScheduleContents, "clocks"> };
}

const MAX_QUEUED = 50;

/** A queue entry with its expected start. */
export interface QueueProspect extends ExpectedEntry {
  readonly item: StoredQueueItem;
  /** The station is paused, so nothing goes on air. */
  readonly isPaused: boolean;
}

/** Playable queue entries with their expected starts, soonest first. */
export async function queueOutlook(
  { database, link, settings, plan, schedule }: OutlookParts,
  nowMs = Date.now(),
): Promise<readonly QueueProspect[]> {
  const page = { limit: QUEUE_LIMIT, which: "playable" } as const;
  const queued = await listQueueItems(database.connection, page);
  if (queued.length === 0) return [];
  const start = expectJoin({ status: link.status, nowMs });
  const items = (await plan.entries()).map((entry) => ({
    ...entry,
    lengthMs: entry.track.lengthMs,
    requests: placeOfItem(entry, { schedule, settings }),
  }));
  const expected = expectEntries({
    joinMs: nowMs + (start.kind === "in" ? start.waitMs : 0),
    entries: queued.map(toWaiting),
    items,
    limit: limitOf({ link, settings }),
  });
  return queued.map((item, index) => {
    const found = expected[index] ?? {
      id: item.id,
      itemId: null,
      waitsFor: null,
      startsAtMs: null,
    };
    const startsAtMs = start.kind === "in" ? found.startsAtMs : null;
    return { ...found, startsAtMs, item, isPaused: start.kind === "paused" };
  });
}

/** When the plan continues, after the queue entries that come before it. @param placeAt by the schedule */
export async function planBeginMs(
  { database, link, settings }: Pick<OutlookParts, "database" | "link" | "settings">,
  placeAt: (atMs: number) => RequestPlace,
): Promise<number> {
  const page = { limit: MAX_QUEUED, which: "playable" } as const;
  const queued = await listQueueItems(database.connection, page);
  const nowMs = Date.now();
  const join = expectJoin({ status: link.status, nowMs });
  return planStartMs({
    joinMs: Math.round(nowMs + (join.kind === "in" ? join.waitMs : 0)),
    entries: join.kind === "in" ? queued.map(toWaiting) : [],
    limit: limitOf({ link, settings }),
    placeAt,
  });
}

/** Where waiting requests go in relation to a plan item. */
export function placeOfItem(
  { place: { clock, slotId } }: Pick<PlanEntry, "place">,
  { schedule, settings }: Pick<OutlookParts, "schedule" | "settings">,
): RequestPlace {
  const known = clock === null ? undefined : schedule.contents.clocks.get(clock.id);
  return requestPlaceOf(known, { slotId, place: settings.current.requestTurns.place });
}

function limitOf({ link, settings }: Pick<OutlookParts, "link" | "settings">): RequestLimit {
  return {
    mostPerHour: settings.current.requestTurns.mostPerHour,
    startsMs: link.status?.requestStartsMs ?? [],
  };
}

/** External streams have no known end. */
function toWaiting({ id, isRequest, track }: StoredQueueItem): WaitingEntry {
  return { id, isRequest, lengthMs: track.kind === "stream" ? null : airTimeMs(track) };
}
