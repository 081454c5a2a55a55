import { likePlay } from "../../../history/like-store.ts";
import { namePlay } from "../bot-words.ts";
import { toChannel, toSpeaker, type BotCommand } from "../command.ts";

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
