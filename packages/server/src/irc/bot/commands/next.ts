import type { Occurrence } from "@neonrelay/contract";
import { queueOutlook } from "../../../programme/queue-outlook.ts";
import { toChannel, type BotCommand } from "../command.ts";
import { cutName, nameTrack, toListLine } from "../line-rules.ts";
import { listNext } from "../next-rules.ts";

const MAX_SHOWN = 3;

export const next: BotCommand = {
  name: "next",
  usage: "",
  help: "Lists what comes next: requests and the plan.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts }) => {
    const { plan, schedule } = parts;
    const nowMs = parts.nowMs();
    const outlook = await queueOutlook(parts, nowMs);
    const items = listNext({
      waiting: outlook.map(({ item: { track }, ...entry }) => ({
        ...entry,
        name: nameTrack(track),
      })),
      planned: (await plan.entries()).map(({ id, track, startsAtMs }) => ({
        id,
        startsAtMs,
        name: nameTrack(track),
      })),
      nowMs,
    }).slice(0, MAX_SHOWN);
    if (items.length === 0)
      return toChannel("Nothing is planned: the next track is drawn from the library");
    const { now } = schedule.onNow(nowMs);
    return toChannel(toListLine(wordHead(now), { items, total: items.length }));
  },
};

/** Names the current show, or the clock if there is none. */
function wordHead(now: Occurrence | null): string {
  const name = now?.show?.name ?? now?.clock?.name;
  return name === undefined ? "Next" : `Next in “${cutName(name)}”:`;
}
