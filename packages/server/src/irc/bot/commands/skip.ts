import type { AiredPlay } from "@neonrelay/on-air/protocol";
import type { Actor } from "../../../logs/system-log-rules.ts";
import { skipTrack } from "../../../radio/playback-actions.ts";
import { actorOf, maySkipAtOnce } from "../access-rules.ts";
import { namePlay } from "../bot-words.ts";
import {
  toChannel,
  toSpeaker,
  type BotCommand,
  type BotReply,
  type CommandCall,
} from "../command.ts";
import { votesNeeded } from "../skip-vote-rules.ts";

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
