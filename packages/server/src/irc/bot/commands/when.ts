import { queueOutlook } from "../../../programme/queue-outlook.ts";
import { wordProspect } from "../bot-words.ts";
import { toChannel, toSpeaker, type BotCommand } from "../command.ts";
import { nameTrack, toListLine } from "../line-rules.ts";
import { isNamedBy } from "../match-rules.ts";

const MAX_SHOWN = 3;

export const when: BotCommand = {
  name: "when",
  usage: "[<title and artist>]",
  help: "Shows when your requests, or the track you name, will be on air.",
  access: "public",
  isReading: true,
  limit: { burst: 3, everySeconds: 10 },
  run: async ({ argument, speaker, parts }) => {
    const nowMs = parts.nowMs();
    const { mostPerHour } = parts.settings.current.requestTurns;
    const meant = (await queueOutlook(parts, nowMs)).filter(({ item }) =>
      argument === ""
        ? item.requesterKey === speaker.requester.key
        : isNamedBy(item.track, argument),
    );
    if (meant.length === 0)
      return toSpeaker(
        argument === "" ? "You have no waiting request" : "Nothing in the queue matches that",
      );
    const items = meant.slice(0, MAX_SHOWN).map((own) => {
      const { position, track } = own.item;
      return `${position}: ${nameTrack(track)}${wordProspect(own, { nowMs, mostPerHour })}`;
    });
    return toChannel(toListLine("In the queue", { items, total: meant.length }));
  },
};
