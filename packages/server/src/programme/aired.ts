import type { AiredItem, Clock, ClockSlot, PlanItem, PlanReason } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { findPlay, listPlays, type StoredPlay } from "../history/play-store.ts";
import { toTrack } from "../library/track-rules.ts";
import { listClocks } from "../schedule/clock-store.ts";
import { byHand } from "./plan-entry.ts";
import { unplannedWords } from "./plan-words.ts";

/** What was on air, newest first, with the plan's reasons. */
export async function listAired(
  connection: Connection,
  { beforeMs, limit }: { readonly beforeMs: number | null; readonly limit: number },
): Promise<AiredItem[]> {
  const plays = await listPlays(connection, { beforeMs, limit });
  const slotOf = await loadSlots(connection);
  return plays.map((play) => {
    const { rule, playlist, start, show, clock, slotId } = reasonOf(play);
    const durationMs = play.playedMs ?? play.durationMs;
    return {
      id: play.id,
      startsAt: new Date(play.startedAtMs).toISOString(),
      durationMs: durationMs === null ? null : Math.round(durationMs),
      title: play.title,
      artist: play.artist,
      track: play.track === null ? null : toTrack(play.track),
      djName: play.djName,
      requestedBy: play.requestedBy,
      rule,
      playlist,
      start,
      show,
      clock,
      slotId,
      slot: slotOf({ clock, slotId }),
    };
  });
}

/** Why a play was on air, planned or not; null when there is no such play. */
export async function explainAired(
  connection: Connection,
  playId: string,
): Promise<PlanReason | null> {
  const play = await findPlay(connection, playId);
  return play === null ? null : reasonOf(play);
}

/** Finds slots in the clocks as they currently are. */
export async function loadSlots(
  connection: Connection,
): Promise<(place: Pick<PlanItem, "clock" | "slotId">) => ClockSlot | null> {
  const clocks = new Map((await listClocks(connection)).map((clock) => [clock.id, clock]));
  return ({ clock, slotId }) =>
    clock === null ? null : (slotIn(clocks.get(clock.id), slotId) ?? null);
}

function slotIn(clock: Clock | undefined, slotId: string | null): ClockSlot | undefined {
  return clock?.slots.find(({ id }) => id === slotId);
}

type ExplainedPlay = Pick<StoredPlay, "kind" | "djName" | "entryId" | "requestedBy" | "planReason">;

function reasonOf(play: ExplainedPlay): PlanReason {
  // Reasons stored by an older version lack the schedule.
  if (play.planReason !== null) return { ...byHand, ...play.planReason };
  const rule = unplannedRule(play);
  return { ...byHand, rule, sentence: sentenceOf(play) ?? unplannedWords[rule] };
}

function unplannedRule({ kind, entryId, requestedBy }: ExplainedPlay) {
  if (kind === "live") return "dj";
  return entryId === null && requestedBy === null ? "rotation" : "request";
}

/** Names the DJ or the requester; undefined when unknown. */
function sentenceOf({ kind, djName, requestedBy }: ExplainedPlay): string | undefined {
  if (kind === "live") return djName === null ? undefined : `${djName} was on air.`;
  return requestedBy === null ? undefined : `${requestedBy} requested it.`;
}
