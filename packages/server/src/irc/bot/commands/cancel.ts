import { listQueueItems } from "../../../queue/queue-store.ts";
import { removeFromQueue } from "../../../queue/queue-actions.ts";
import { QUEUE_LIMIT } from "@neonrelay/contract";
import { toChannel, toSpeaker, type BotCommand } from "../command.ts";
import { cutName, nameTrack } from "../line-rules.ts";
import { isNamedBy } from "../match-rules.ts";

export const cancel: BotCommand = {
  name: "cancel",
  usage: "[<title and artist>]",
  help: "Takes back your last request that still waits, or the one you name.",
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
        argument === "" ? "No request of yours is waiting" : "No request of yours is called that",
      );
    const changedBy = speaker.requester.name;
    const { kind } = await removeFromQueue(parts, { id: own.id, changedBy });
    if (kind !== "changed") return toSpeaker("Your request has left the queue already");
    return toChannel(`${cutName(speaker.nick)}: ${nameTrack(own.track)} is out of the queue`);
  },
};
