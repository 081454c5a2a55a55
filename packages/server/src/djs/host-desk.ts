import type { HostDesk, HostSlot } from "@neonrelay/contract";
import { whyKeyIsRefused } from "@neonrelay/on-air/protocol";
import { findStreamKeyDate } from "../accounts/stream-key-store.ts";
import type { Database } from "../database/database.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { PlanEntry } from "../programme/plan-entry.ts";
import type { PlanUpdater } from "../programme/plan-updater.ts";
import type { ShowSlot } from "../schedule/live-slot-times.ts";
import type { OnAirOccurrence } from "../schedule/place-occurrences.ts";
import type { Schedule } from "../schedule/schedule.ts";

export interface HostDeskParts {
  readonly database: Database;
  readonly link: Pick<OnAirLink, "status">;
  readonly schedule: Pick<Schedule, "liveSlots" | "onAir" | "slotRules" | "timeZone">;
  readonly plan: Pick<PlanUpdater, "entries">;
}

/** A host's view of their next live show. */
export async function readHostDesk(
  { database, link, schedule, plan }: HostDeskParts,
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
): Promise<HostDesk> {
  const slot = schedule
    .liveSlots(nowMs)
    .find(({ hostIds, overrunUntilMs }) => hostIds.includes(accountId) && overrunUntilMs > nowMs);
  const createdAt = await findStreamKeyDate(database.connection, accountId);
  const live = link.status?.live ?? [];
  return {
    now: toIso(nowMs),
    timeZone: schedule.timeZone,
    slot:
      slot === undefined
        ? null
        : toHostSlot(slot, {
            nowMs,
            entries: await plan.entries(),
            beside: schedule.onAir({ fromMs: slot.fromMs - 1, untilMs: slot.untilMs + 1 }),
          }),
    hasKey: createdAt !== null,
    refusal: whyKeyIsRefused(schedule.slotRules(nowMs), { userId: accountId, nowMs }),
    connection: live.findLast(({ userId }) => userId === accountId)?.state ?? null,
    onAir: live.find(({ state }) => state === "on-air")?.djName ?? null,
  };
}

function toHostSlot(
  slot: ShowSlot,
  {
    nowMs,
    entries,
    beside,
  }: {
    readonly nowMs: number;
    /** Of the plan. */
    readonly entries: readonly PlanEntry[];
    /** What is on around the show. */
    readonly beside: readonly OnAirOccurrence[];
  },
): HostSlot {
  const { show, fromMs, untilMs } = slot;
  const nameAt = (atMs: number): string | null => {
    const part = beside.find((each) => each.fromMs <= atMs && atMs < each.untilMs);
    return (part?.occurrence.show ?? part?.occurrence.clock)?.name ?? null;
  };
  const before = entries.findLast(({ startsAtMs }) => startsAtMs < fromMs);
  const after = entries.find(({ startsAtMs }) => startsAtMs >= untilMs);
  return {
    show: { id: show.id, name: show.name, slug: show.slug },
    startsAt: toIso(fromMs),
    endsAt: toIso(untilMs),
    opensAt: toIso(slot.opensMs),
    graceEndsAt: toIso(slot.graceUntilMs),
    overrunEndsAt: toIso(slot.overrunUntilMs),
    phase: phaseOf(slot, nowMs),
    before: { name: nameAt(fromMs - 1), track: trackOf(before) },
    after: { name: nameAt(untilMs), track: trackOf(after) },
  };
}

function phaseOf(
  { opensMs, fromMs, untilMs }: Pick<ShowSlot, "opensMs" | "fromMs" | "untilMs">,
  nowMs: number,
): HostSlot["phase"] {
  if (nowMs < opensMs) return "before";
  if (nowMs < fromMs) return "open";
  return nowMs < untilMs ? "on" : "overrun";
}

function trackOf(entry: PlanEntry | undefined): HostSlot["before"]["track"] {
  return entry === undefined ? null : { title: entry.track.title, artist: entry.track.artist };
}

function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
