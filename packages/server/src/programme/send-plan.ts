import { toPlayable } from "../library/track-rules.ts";
import { findTracks } from "../library/track-store.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { toOnAirStart, type PlanEntry } from "./plan-entry.ts";
import { placeOfItem, type OutlookParts } from "./queue-outlook.ts";

/** Sends the plan to on-air, which follows it even without a server. */
export async function sendPlan(
  {
    database,
    link,
    schedule,
    settings,
  }: Pick<OutlookParts, "database" | "settings"> & {
    readonly link: Pick<OnAirLink, "run">;
    readonly schedule: Pick<Schedule, "contents" | "liveSlots">;
  },
  entries: readonly PlanEntry[],
): Promise<void> {
  const tracks = await findTracks(
    database.connection,
    entries.map(({ track }) => track.id),
  );
  const slots = schedule.liveSlots(Date.now());
  const items = entries.flatMap((entry) => {
    const found = tracks.get(entry.track.id);
    // Tracks still to be fetched are sent once they are here.
    if (found === undefined || found.sound !== "here") return [];
    return {
      ...toPlayable(found),
      itemId: entry.id,
      start: toOnAirStart(entry, slots),
      requests: placeOfItem(entry, { schedule, settings }),
    };
  });
  await link.run("setPlan", { items });
}
