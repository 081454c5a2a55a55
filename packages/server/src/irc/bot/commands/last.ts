import { loadHistory } from "../../../radio/radio-actions.ts";
import { namePlay } from "../bot-words.ts";
import { toChannel, type BotCommand } from "../command.ts";
import { toListLine } from "../line-rules.ts";

const MAX_SHOWN = 3;

export const last: BotCommand = {
  name: "last",
  usage: "",
  help: "Shows what was on air before, newest first.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts: { database, link } }) => {
    const range = { beforeMs: null, limit: MAX_SHOWN + 1 };
    const nowId = link.status?.now?.playId;
    const plays = (await loadHistory({ database }, range))
      .filter(({ id }) => id !== nowId)
      .slice(0, MAX_SHOWN);
    if (plays.length === 0) return toChannel("Nothing was on air before this");
    return toChannel(toListLine("Before", { items: plays.map(namePlay), total: plays.length }));
  },
};
