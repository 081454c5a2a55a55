import { listQueueItems } from "../../../queue/queue-store.ts";
import { removeFromQueue } from "../../../queue/queue-actions.ts";
import { QUEUE_LIMIT } from "@neonrelay/contract";
import { toChannel, toSpeaker, type BotCommand } from "../command.ts";
import { cutName, nameTrack } from "../line-rules.ts";
import { isNamedBy } from "../match-rules.ts";

export const cancel: BotCommand = {
  name: "cancel",
  usage: "[<title and artist>]",
  help: "Cancels your latest waiting request, or the one you name.",
  access: "public",
  isReading: false,
  limit: { burst: 3, everySeconds: 10 },
  run: async ({ argument, speaker, parts }) => {
    const { connection } = parts.database;
    const waiting = await listQueueItems(connection, { limit: QUEUE_LIMIT, which: "all" });
    const own = waiting.findLast(
      ({ requesterKey, track }) =>
        requesterKey === speaker.requester.key && (argument === "" || isNamedBy(track, argument)),
    );
    if (own === undefined)
      return toSpeaker(
        argument === ""
          ? "You have no waiting request"
          : "You have no waiting request with that name",
      );
    const changedBy = speaker.requester.name;
    const { kind } = await removeFromQueue(parts, { id: own.id, changedBy });
    if (kind !== "changed") return toSpeaker("Your request is no longer in the queue");
    return toChannel(
      `${cutName(speaker.nick)}: ${nameTrack(own.track)} was removed from the queue`,
    );
  },
};
