import { isOperator } from "../../../identity/rights-rules.ts";
import { searchTracks } from "../../../library/track-search-store.ts";
import { foldText } from "../../../library/track-rules.ts";
import { queueOutlook } from "../../../programme/queue-outlook.ts";
import { requestTrack } from "../../../requests/request-actions.ts";
import { explainRefusal } from "../../../requests/request-words.ts";
import { wordProspect } from "../bot-words.ts";
import {
  toChannel,
  toSpeaker,
  usageOf,
  type BotCommand,
  type BotReply,
  type CommandCall,
} from "../command.ts";
import { cutName, nameTrack } from "../line-rules.ts";
import { matchTrack, readChoice } from "../match-rules.ts";

export const request: BotCommand = {
  name: "request",
  usage: "<title and artist>",
  help: "Adds a track to the queue. If several match, the bot lists them and .request 2 picks the second.",
  access: "request",
  isReading: false,
  limit: { burst: 4, everySeconds: 10 },
  run: async (call) => {
    const { argument, choices, speaker } = call;
    if (argument === "") return toSpeaker(`Which track? Use ${usageOf(request)}`);
    const open = choices.find(speaker.requester.key);
    const chosen = open?.tracks[readChoice(argument, open.tracks.length) ?? -1];
    if (open !== null && chosen !== undefined)
      return await take(call, { trackId: chosen.id, query: open.query });
    return await find(call);
  },
};

async function find(call: CommandCall): Promise<readonly BotReply[]> {
  const { argument, choices, speaker, parts } = call;
  const found = await searchTracks(parts.database.connection, foldText(argument));
  const match = matchTrack(found, argument);
  switch (match.kind) {
    case "none":
      return toSpeaker("Nothing in the library matches that; try .search");
    case "one":
      return await take(call, { trackId: match.track.id, query: argument });
    case "several":
      choices.ask(speaker.requester.key, { query: argument, tracks: match.tracks });
      return toSpeaker(
        `Which one? Answer with .request and its number within two minutes`,
        ...match.tracks.map((track, index) => `${index + 1}: ${nameTrack(track)}`),
      );
    default:
      return match satisfies never;
  }
}

async function take(
  { speaker, caller, choices, parts }: CommandCall,
  { trackId, query }: { readonly trackId: string; readonly query: string },
): Promise<readonly BotReply[]> {
  const requester = {
    ...speaker.requester,
    isOperator: isOperator(caller),
  };
  const outcome = await requestTrack(parts, { requester, trackId, place: "end", query });
  if (outcome.kind !== "taken") return toSpeaker(explainRefusal(outcome).error);
  choices.forget(speaker.requester.key);
  const { item } = outcome;
  const nowMs = parts.nowMs();
  const own = (await queueOutlook(parts, nowMs)).find(({ id }) => id === item.id);
  const { mostPerHour } = parts.settings.current.requestTurns;
  const when = own === undefined ? "" : wordProspect(own, { nowMs, mostPerHour });
  return toChannel(
    `${cutName(speaker.nick)}: ${nameTrack(item.track)} is number ${item.position} in the queue${when}`,
  );
}
