import { randomUUID } from "node:crypto";
import type { Caller } from "../identity/rights-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { byHand, noPlace, type PlanEntry } from "./plan-entry.ts";
import { insertPlace, movePlace } from "./plan-fill.ts";
import type { PlanUpdater } from "./plan-updater.ts";

/** Undoable changes by operators, newest last. */
interface PlanHistory {
  readonly before: (readonly PlanEntry[])[];
}

export interface PlanParts {
  readonly plan: PlanUpdater;
  readonly planHistory: PlanHistory;
  readonly systemLog: SystemLog;
}

export type PlanOutcome =
  | { readonly kind: "changed" }
  | { readonly kind: "unknown-item" }
  | { readonly kind: "unknown-track" }
  | { readonly kind: "nothing-to-undo" };

const MAX_UNDONE = 20;

export async function insertIntoPlan(
  parts: PlanParts,
  {
    trackId,
    beforeId,
    by,
  }: {
    readonly trackId: string;
    readonly beforeId: string | null;
    readonly by: Caller;
  },
): Promise<PlanOutcome> {
  const track = parts.plan.track(trackId);
  if (track === undefined) return { kind: "unknown-track" };
  return await change(parts, { by, action: "put a track into the plan" }, (entries) => {
    const place: PlanEntry = {
      id: randomUUID(),
      track,
      playlistId: null,
      playlistEntryId: null,
      startsAtMs: entries[0]?.startsAtMs ?? Date.now(),
      isLocked: true,
      isByHand: true,
      gaveWay: [],
      place: noPlace,
      reason: byHand,
    };
    return insertPlace(entries, { place, beforeId: beforeId ?? entries[0]?.id ?? null });
  });
}

export async function changePlanItem(
  parts: PlanParts,
  {
    id,
    beforeId,
    trackId,
    isLocked,
    by,
  }: {
    readonly id: string;
    readonly beforeId?: string | null | undefined;
    readonly trackId?: string | undefined;
    readonly isLocked?: boolean | undefined;
    readonly by: Caller;
  },
): Promise<PlanOutcome> {
  const track = trackId === undefined ? undefined : parts.plan.track(trackId);
  if (trackId !== undefined && track === undefined) return { kind: "unknown-track" };
  return await change(parts, { by, action: "changed an item of the plan" }, (entries) => {
    const moved = beforeId === undefined ? entries : movePlace(entries, { id, beforeId });
    if (moved === null || !moved.some((entry) => entry.id === id)) return null;
    const isTouched = beforeId !== undefined || track !== undefined;
    return moved.map((entry) =>
      entry.id === id
        ? {
            ...entry,
            ...(track === undefined
              ? {}
              : { track, playlistId: null, playlistEntryId: null, reason: byHand }),
            isByHand: entry.isByHand || isTouched,
            // An item placed by an operator stays locked until unlocked.
            isLocked: isLocked ?? (entry.isLocked || isTouched),
          }
        : entry,
    );
  });
}

export async function dropPlanItem(
  parts: PlanParts,
  { id, by }: { readonly id: string; readonly by: Caller },
): Promise<PlanOutcome> {
  const told = { by, action: "removed an item from the plan", droppedId: id };
  return await change(parts, told, (entries) =>
    entries.some((entry) => entry.id === id) ? entries.filter((entry) => entry.id !== id) : null,
  );
}

/** Does not restore items that have since been on air, failed or been missed. */
export async function undoPlanChange(parts: PlanParts, by: Caller): Promise<PlanOutcome> {
  const { plan, planHistory } = parts;
  const before = planHistory.before.at(-1);
  if (before === undefined) return { kind: "nothing-to-undo" };
  await plan.change((entries) => {
    const here = new Set(entries.map(({ id }) => id));
    return before.filter((entry) => here.has(entry.id) || !plan.over.has(entry));
  });
  // Another change may have been made or undone in the meantime.
  const place = planHistory.before.lastIndexOf(before);
  if (place !== -1) planHistory.before.splice(place, 1);
  parts.systemLog.recordOperatorAction({
    who: by,
    action: "undid a change of the plan",
    details: null,
  });
  return { kind: "changed" };
}

async function change(
  { plan, planHistory, systemLog }: PlanParts,
  {
    by,
    action,
    droppedId,
  }: { readonly by: Caller; readonly action: string; readonly droppedId?: string },
  edit: (entries: readonly PlanEntry[]) => readonly PlanEntry[] | null,
): Promise<PlanOutcome> {
  let before: readonly PlanEntry[] = [];
  const after = await plan.change((entries) => {
    before = entries;
    return edit(entries);
  }, droppedId);
  if (after === null) return { kind: "unknown-item" };
  planHistory.before.push(before);
  if (planHistory.before.length > MAX_UNDONE) planHistory.before.shift();
  systemLog.recordOperatorAction({ who: by, action, details: null });
  return { kind: "changed" };
}
