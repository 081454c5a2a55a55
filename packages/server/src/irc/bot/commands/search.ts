import { searchTracks } from "../../../library/track-search-store.ts";
import { foldText } from "../../../library/track-rules.ts";
import { toSpeaker, usageOf, type BotCommand } from "../command.ts";
import { nameTrack, toListLine } from "../line-rules.ts";

const MAX_SHOWN = 5;

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
    const items = found.slice(0, MAX_SHOWN).map(nameTrack);
    return toSpeaker(toListLine("Found", { items, total: found.length }));
  },
};
