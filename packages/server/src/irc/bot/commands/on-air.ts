import type { AiredPlay } from "@neonrelay/on-air/protocol";
import { formatDuration } from "../../../library/track-rules.ts";
import { namePlay } from "../bot-words.ts";
import {
  type BotCommand,
  type BotReply,
  type CommandCall,
  toChannel,
  toSpeaker,
} from "../command.ts";
import { cutName, toListLine } from "../line-rules.ts";
import { findPlayReason } from "../../../programme/plan-item-store.ts";
import { loadHistory } from "../../../radio/radio-actions.ts";
import { likePlay } from "../../../history/like-store.ts";
import type { Actor } from "../../../logs/system-log-rules.ts";
import { skipTrack } from "../../../radio/playback-actions.ts";
import { actorOf, maySkipAtOnce } from "../access-rules.ts";
import { votesNeeded } from "../skip-votes.ts";

const MAX_PAST = 3;

export const np: BotCommand = {
  name: "np",
  usage: "",
  help: "Shows what is on air.",
  access: "public",
  isReading: true,
  limit: { burst: 3, everySeconds: 10 },
  run: async ({ parts: { link, nowMs } }) => {
    const { status } = link;
    if (status === null) return toSpeaker("What is on air is unknown right now");
    const { now, source, settings } = status;
    if (!settings.isStreaming) return toChannel("The station is off air");
    if (now === null)
      return toChannel(
        source === "emergency"
          ? "The emergency loop is on air: no music can be played"
          : "Nothing from the library is on air",
      );
    if (source === "paused") return toChannel(`Paused: ${namePlay(now)}`);
    const playedMs = status.positionMs + (nowMs() - status.atMs) - now.audioStartMs;
    const what = `${namePlay(now)}${wordProgress(now, playedMs)}`;
    if (source === "faded-out")
      return toChannel(`Faded out: ${what}; Fade In or the next track brings it back`);
    const requested = now.requestedBy === null ? "" : `, requested by ${cutName(now.requestedBy)}`;
    return toChannel(`On air: ${what}${requested}`);
  },
};

/** ', 1:00 of 3:00' */
function wordProgress({ durationMs }: Pick<AiredPlay, "durationMs">, playedMs: number): string {
  if (durationMs === null) return "";
  const withinMs = Math.min(Math.max(playedMs, 0), durationMs);
  return `, ${formatDuration(withinMs)} of ${formatDuration(durationMs)}`;
}

export const why: BotCommand = {
  name: "why",
  usage: "",
  help: "Says why the current track is on air.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts: { database, link } }) => {
    const { status } = link;
    if (status === null) return toSpeaker("The bot doesn't know what is on air right now");
    const { now } = status;
    if (now === null || now.kind === "live") return toChannel("No track of the library is on air");
    const reason = await findPlayReason(database.connection, now.playId);
    // A request in a slot of a clock has its own reason.
    if (reason !== null) return toChannel(reason.sentence);
    if (now.requestedBy !== null) return toChannel(`${cutName(now.requestedBy)} requested it`);
    if (now.entryId !== null) return toChannel("It was in the queue");
    return toChannel("It was drawn from the library: no plan chose it");
  },
};

export const last: BotCommand = {
  name: "last",
  usage: "",
  help: "Shows what was on air before, newest first.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts: { database, link } }) => {
    const range = { beforeMs: null, limit: MAX_PAST + 1 };
    const nowId = link.status?.now?.playId;
    const plays = (await loadHistory({ database }, range))
      .filter(({ id }) => id !== nowId)
      .slice(0, MAX_PAST);
    if (plays.length === 0) return toChannel("Nothing was on air before this");
    return toChannel(toListLine("Before", { items: plays.map(namePlay), total: plays.length }));
  },
};

export const like: BotCommand = {
  name: "like",
  usage: "",
  help: "Likes what is on air, once per play: one like per account, or per network for guests.",
  access: "public",
  isReading: false,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ speaker, parts: { database, link } }) => {
    const now = link.status?.now ?? null;
    if (now === null) return toSpeaker("Nothing on air can be liked");
    const by = { playId: now.playId, likerKey: speaker.personKey };
    const liked = await database.transaction((transaction) => likePlay(transaction, by));
    // The journal of on-air is a moment behind.
    if (liked === null) return toSpeaker("This has just started; try again in a moment");
    if (liked.hadLiked) return toSpeaker("You already like this");
    const people = liked.likes === 1 ? "1 person likes" : `${liked.likes} people like`;
    return toChannel(`${people} ${namePlay(now)}`);
  },
};

export const skip: BotCommand = {
  name: "skip",
  usage: "",
  help: "Votes to skip what is on air. Half of the people here, but at least two, must vote. One vote per account, or per network for guests. Operators skip immediately.",
  access: "public",
  isReading: false,
  limit: { burst: 3, everySeconds: 10 },
  run: async (call) => {
    const { speaker, caller, parts } = call;
    const now = parts.link.status?.now ?? null;
    if (now === null) return toSpeaker("Nothing on air can be skipped");
    if (now.kind === "live") return toSpeaker("A DJ is on air and can't be skipped");
    const policy = parts.settings.current;
    if (maySkipAtOnce({ speaker, caller, policy }))
      return await end(call, { now, who: actorOf({ speaker, caller }) });
    return await vote(call, now);
  },
};

async function vote(call: CommandCall, now: AiredPlay): Promise<readonly BotReply[]> {
  const { speaker, votes, parts } = call;
  const people = await parts.people();
  if (!people.has(speaker.personKey))
    return toSpeaker("Only people in the channel or the web app can vote");
  const { playId } = now;
  const cast = votes.add({ playId, voterKey: speaker.personKey, people });
  const { listeners } = parts.presence();
  const needed = votesNeeded({ listeners, people: people.size });
  if (cast.votes >= needed) return await end(call, { now, who: "a vote in the channel" });
  const state = `${cast.votes} of ${needed} votes`;
  if (cast.hadVoted) return toSpeaker(`You have already voted: ${state}`);
  return toChannel(`${state} to skip ${namePlay(now)}; .skip adds yours`);
}

async function end(
  { parts }: CommandCall,
  { now, who }: { readonly now: AiredPlay; readonly who: Actor },
): Promise<readonly BotReply[]> {
  const isSkipped = await skipTrack(parts, { playId: now.playId, who });
  return isSkipped
    ? toChannel(`${namePlay(now)} was skipped`)
    : toSpeaker("That track had already ended; nothing was skipped");
}

export const listeners: BotCommand = {
  name: "listeners",
  usage: "",
  help: "Shows how many people are listening and how many are in the channel.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts }) => {
    const { listeners: tunedIn, chatters } = parts.presence();
    const heard = tunedIn === null ? "An unknown number are" : `${tunedIn} ${areOrIs(tunedIn)}`;
    return toChannel(`${heard} tuned in, and ${chatters} ${areOrIs(chatters)} in the channel`);
  },
};

function areOrIs(count: number): string {
  return count === 1 ? "is" : "are";
}
