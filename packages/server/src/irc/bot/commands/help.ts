import { toSpeaker, usageOf, type BotCommand } from "../command.ts";
import { toListLine } from "../line-rules.ts";

export const help: BotCommand = {
  name: "help",
  usage: "[<command>]",
  help: "Lists the commands, or tells what one does.",
  access: "public",
  isReading: true,
  limit: { burst: 3, everySeconds: 10 },
  run: async ({ argument, commands }) => {
    const wanted = argument.toLowerCase().replace(/^\./, "");
    const named = commands.find(({ name }) => name === wanted);
    if (named !== undefined) return toSpeaker(`${usageOf(named)}: ${named.help}`);
    if (wanted !== "") return toSpeaker("There is no such command; .help lists them");
    const items = commands.map(({ name }) => `.${name}`);
    return toSpeaker(
      toListLine("Commands:", { items, total: items.length }),
      ".help and the name of one tells what it does",
    );
  },
};
