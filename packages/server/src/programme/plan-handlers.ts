import {
  type ClockTrial,
  type ExpectedPlay,
  type Plan,
  planApi,
  queueApi,
} from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { toTrack } from "../library/track-rules.ts";
import { findTracks } from "../library/track-store.ts";
import type { RequestParts } from "../requests/request-actions.ts";
import { requestHandlers } from "../requests/request-handlers.ts";
import { queueHandlers, type QueueHandlerParts, type QueueLimit } from "../queue/queue-handlers.ts";
import type { StoredQueueItem } from "../queue/queue-store.ts";
import {
  changePlanItem,
  dropPlanItem,
  insertIntoPlan,
  type PlanOutcome,
  type PlanParts,
  undoPlanChange,
} from "./plan-actions.ts";
import { type TriedHour, tryClock } from "./clock-trial.ts";
import { explainAired, listAired, loadSlots } from "./aired.ts";
import { byHand, toPlanStart } from "./plan-entry.ts";
import type { PlanUpdater } from "./plan-updater.ts";
import { type OutlookParts, queueOutlook } from "./queue-outlook.ts";

type LoadParts = Parameters<typeof queueOutlook>[0] & { readonly plan: PlanUpdater };

/** Items returned after a change, for pages of the plan. */
const SHOWN_AFTER_CHANGE = 50;

export const planFeature = feature(planApi, planHandlers);

function planHandlers({
  systemLog,
  ...outlook
}: LoadParts & {
  readonly systemLog: PlanParts["systemLog"];
}): HandlersFor<typeof planApi> {
  const { database, plan } = outlook;
  const parts: PlanParts = { plan, systemLog, planHistory: { before: [] } };
  const load = (limit: number) => loadPlan(outlook, limit);
  const after = async (outcome: PlanOutcome): Promise<Plan> => {
    requireChanged(outcome);
    return await load(SHOWN_AFTER_CHANGE);
  };
  return {
    getPlan: ({ query }) => load(query.limit),
    listAired: async ({ query: { before, limit } }) => {
      const beforeMs = before === undefined ? null : Date.parse(before);
      return await listAired(database.connection, { beforeMs, limit });
    },
    explainPlanItem: async ({ params: { id } }) => {
      const planned = (await plan.entries()).find((entry) => entry.id === id);
      const reason = planned?.reason ?? (await explainAired(database.connection, id));
      if (reason === null) throw noSuchItem();
      // Items stored by an older version lack the schedule.
      return { ...byHand, ...reason };
    },
    insertIntoPlan: async ({ body }, { caller }) =>
      await after(await insertIntoPlan(parts, { ...body, by: caller })),
    changePlanItem: async ({ params: { id }, body }, { caller }) =>
      await after(await changePlanItem(parts, { id, ...body, by: caller })),
    dropPlanItem: async ({ params: { id } }, { caller }) =>
      await after(await dropPlanItem(parts, { id, by: caller })),
    tryClock: async ({ body: { clock, at } }) => {
      const atMs = Date.parse(at);
      const base = await plan.trialBase({ fromMs: atMs, untilMs: atMs + 1 });
      if (base.schedule.hourStart(atMs) < Date.now())
        throw new ApiFailure({
          error: "This hour has begun. Choose a later one",
          code: "invalid_request",
          field: "at",
        });
      const tried = await tryClock(database.connection, { ...base, clock, atMs });
      if (tried === null)
        throw new ApiFailure({
          error: "The library has no track that can be played",
          code: "conflict",
        });
      return await toTrial(database, tried);
    },
    undoPlanChange: async (_request, { caller }) =>
      await after(await undoPlanChange(parts, caller)),
  };
}

async function toTrial(database: Database, tried: TriedHour): Promise<ClockTrial> {
  const ids = tried.items.map(({ track }) => track.id);
  const tracks = await findTracks(database.connection, ids);
  return {
    items: tried.items.flatMap(({ track, startsAtMs, place, reason }) => {
      const found = tracks.get(track.id);
      if (found === undefined) return [];
      return {
        startsAt: new Date(startsAtMs).toISOString(),
        durationMs: track.lengthMs,
        track: toTrack(found),
        slotId: place.slotId,
        isExact: place.start.kind === "exact",
        gaveWay: [...reason.pick.gaveWay],
      };
    }),
    endsOffMs: Math.round(tried.endsOffMs),
    problems: [...tried.problems],
  };
}

async function loadPlan(parts: LoadParts, limit: number): Promise<Plan> {
  const { database, plan } = parts;
  const entries = (await plan.entries()).slice(0, limit);
  const tracks = await findTracks(
    database.connection,
    entries.map(({ track }) => track.id),
  );
  const slotOf = await loadSlots(database.connection);
  const requests = new Map((await queueOutlook(parts)).map((each) => [each.itemId, each.item]));
  return {
    version: plan.version,
    items: entries.flatMap(({ id, track, startsAtMs, isLocked, isByHand, place, reason }) => {
      const found = tracks.get(track.id);
      if (found === undefined) return [];
      return {
        id,
        startsAt: new Date(startsAtMs).toISOString(),
        durationMs: track.lengthMs,
        track: toTrack(found),
        playlist: reason.playlist,
        start: toPlanStart(place.start),
        show: place.show,
        clock: place.clock,
        slotId: place.slotId,
        slot: slotOf(place),
        request: toRequest(requests.get(id)),
        isLocked,
        isByHand,
        gaveWay: reason.gaveWay,
      };
    }),
  };
}

function toRequest(item: StoredQueueItem | undefined): Plan["items"][number]["request"] {
  if (item === undefined) return null;
  const { track, requestedBy } = item;
  return { title: track.title, artist: track.artist, requestedBy };
}

function requireChanged(outcome: PlanOutcome): void {
  switch (outcome.kind) {
    case "changed":
      return;
    case "unknown-item":
      throw noSuchItem();
    case "unknown-track":
      throw new ApiFailure({
        error: "Track not found, or its file is missing",
        code: "not_found",
        field: "trackId",
      });
    case "nothing-to-undo":
      throw new ApiFailure({ error: "Nothing to undo", code: "conflict" });
    default:
      return outcome satisfies never;
  }
}

function noSuchItem(): ApiFailure {
  return new ApiFailure({
    error: "Item not found in the plan: it has been on air or was removed",
    code: "not_found",
    field: "id",
  });
}

/** The queue's calls: its own, requests, and when its entries play. */
export const queueFeature = feature(
  queueApi,
  (
    parts: OutlookParts & QueueHandlerParts & RequestParts & { readonly queueLimit: QueueLimit },
  ) => ({
    ...queueHandlers(parts, parts.queueLimit),
    ...requestHandlers(parts, parts.queueLimit),
    ...queueOutlookHandlers(parts),
  }),
);

function queueOutlookHandlers(
  parts: OutlookParts,
): Pick<HandlersFor<typeof queueApi>, "listExpectedPlays"> {
  return {
    listExpectedPlays: async () => {
      const { mostPerHour } = parts.settings.current.requestTurns;
      return (await queueOutlook(parts)).map(({ id, startsAtMs, waitsFor }): ExpectedPlay => {
        const isLimit = waitsFor?.kind === "limit" && mostPerHour !== null;
        return {
          id,
          startsAt: startsAtMs === null ? null : new Date(startsAtMs).toISOString(),
          waitsFor: isLimit
            ? { kind: "limit", mostPerHour }
            : waitsFor?.kind === "slot"
              ? waitsFor
              : null,
        };
      });
    },
  };
}
