import type { Occurrence } from "@neonrelay/contract";
import { listQueue } from "../../../queue/queue-changes.ts";
import { toChannel, type BotCommand } from "../command.ts";
import { cutName, nameTrack, toListLine } from "../line-rules.ts";

const MOST_SHOWN = 3;
const MINUTE_MS = 60_000;

export const next: BotCommand = {
  name: "next",
  usage: "",
  help: "Lists what comes next: requests first, then the plan.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts: { database, plan, schedule, nowMs } }) => {
    const waiting = await listQueue(database.connection);
    const planned = await plan.entries();
    const items = [
      ...waiting.map(({ track }) => `requested ${nameTrack(track)}`),
      ...planned.map(
        ({ track, startsAtMs }) => `${nameTrack(track)} ${wordWait(startsAtMs - nowMs())}`,
      ),
    ].slice(0, MOST_SHOWN);
    if (items.length === 0)
      return toChannel("Nothing is planned: the next track is drawn from the library");
    const { now } = schedule.onNow(nowMs());
    return toChannel(toListLine(wordHead(now), { items, total: items.length }));
  },
};

/** Names the show that is on, or the clock where none is. */
function wordHead(now: Occurrence | null): string {
  const name = now?.show?.name ?? now?.clock?.name;
  return name === undefined ? "Next" : `Next in “${cutName(name)}”:`;
}

function wordWait(waitMs: number): string {
  const minutes = Math.round(waitMs / MINUTE_MS);
  return minutes < 1 ? "in less than a minute" : `in ${minutes} min`;
}
