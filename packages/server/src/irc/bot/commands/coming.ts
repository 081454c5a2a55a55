import type { Occurrence } from "@neonrelay/contract";
import { queueOutlook } from "../../../programme/queue-outlook.ts";
import { type BotCommand, toChannel } from "../command.ts";
import { cutName, nameTrack, toListLine } from "../line-rules.ts";
import type { ExpectedEntry } from "../../../programme/queue-outlook-rules.ts";
import { listQueue } from "../../../queue/queue-changes.ts";

const MAX_COMING = 3;
const MAX_WAITING = 5;
const MINUTE_MS = 60_000;

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
    }).slice(0, MAX_COMING);
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

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * What comes next, as text. Requests come first, except those that wait for their slot or the hourly limit: they are
 * listed among the plan, in place of the item they are expected to replace.
 * @param planned soonest first
 */
export function listNext({
  waiting,
  planned,
  nowMs,
}: {
  readonly waiting: readonly (Named & Pick<ExpectedEntry, "itemId" | "waitsFor" | "startsAtMs">)[];
  readonly planned: readonly (Named & { readonly startsAtMs: number })[];
  readonly nowMs: number;
}): readonly string[] {
  const taken = new Set(waiting.map(({ itemId }) => itemId));
  const timed = waiting.flatMap(({ id, name, waitsFor, startsAtMs }) =>
    waitsFor === null || startsAtMs === null ? [] : { id, name: `requested ${name}`, startsAtMs },
  );
  const coming = [...timed, ...planned.filter(({ id }) => !taken.has(id))].toSorted(
    (one, other) => one.startsAtMs - other.startsAtMs,
  );
  return [
    ...waiting.filter(({ waitsFor }) => waitsFor === null).map(({ name }) => `requested ${name}`),
    ...coming.map(({ name, startsAtMs }) => `${name} ${wordWait(startsAtMs - nowMs)}`),
  ];
}

function wordWait(waitMs: number): string {
  const minutes = Math.round(waitMs / MINUTE_MS);
  return minutes < 1 ? "in less than a minute" : `in ${minutes} min`;
}

export const queue: BotCommand = {
  name: "queue",
  usage: "",
  help: "Shows what is next in the queue.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts: { database } }) => {
    const waiting = await listQueue(database.connection);
    if (waiting.length === 0) return toChannel("The queue is empty; .request adds to it");
    const items = waiting
      .slice(0, MAX_WAITING)
      .map(({ position, track }) => `${position}: ${nameTrack(track)}`);
    return toChannel(toListLine("Next", { items, total: waiting.length }));
  },
};
