import { listQueue } from "../../../queue/queue-changes.ts";
import { toChannel, type BotCommand } from "../command.ts";
import { nameTrack, toListLine } from "../line-rules.ts";

const MAX_SHOWN = 5;

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
      .slice(0, MAX_SHOWN)
      .map(({ position, track }) => `${position}: ${nameTrack(track)}`);
    return toChannel(toListLine("Next", { items, total: waiting.length }));
  },
};
