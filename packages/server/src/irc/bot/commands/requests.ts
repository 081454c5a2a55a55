import { isOperator } from "../../../identity/rights-rules.ts";
import { searchTracks } from "../../../library/track-search-store.ts";
import { foldText } from "../../../library/track-rules.ts";
import { queueOutlook } from "../../../programme/queue-outlook.ts";
import { requestTrack } from "../../../requests/request-actions.ts";
import { explainRefusal } from "../../../requests/request-words.ts";
import { wordProspect } from "../bot-words.ts";
import {
  type BotCommand,
  type BotReply,
  type CommandCall,
  toChannel,
  toSpeaker,
  usageOf,
} from "../command.ts";
import { cutName, nameTrack, toListLine } from "../line-rules.ts";
import { isNamedBy, matchTrack, readChoice } from "../track-choice.ts";
import { listQueueItems } from "../../../queue/queue-store.ts";
import { removeFromQueue } from "../../../queue/queue-actions.ts";
import { QUEUE_LIMIT } from "@neonrelay/contract";

const MAX_WAITING = 3;
const MAX_FOUND = 5;

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
    const items = meant.slice(0, MAX_WAITING).map((own) => {
      const { position, track } = own.item;
      return `${position}: ${nameTrack(track)}${wordProspect(own, { nowMs, mostPerHour })}`;
    });
    return toChannel(toListLine("In the queue", { items, total: meant.length }));
  },
};

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

export const search: BotCommand = {
  name: "search",
  usage: "<words>",
  help: "Searches the library by title, artist and album; tolerates misspellings.",
  access: "public",
  isReading: true,
  limit: { burst: 3, everySeconds: 10 },
  run: async ({ argument, parts: { database } }) => {
    if (argument === "") return toSpeaker(`Search for what? Use ${usageOf(search)}`);
    const found = await searchTracks(database.connection, foldText(argument));
    if (found.length === 0) return toSpeaker("Nothing in the library matches that");
    const items = found.slice(0, MAX_FOUND).map(nameTrack);
    return toSpeaker(toListLine("Found", { items, total: found.length }));
  },
};
