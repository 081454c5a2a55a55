import { toSpeaker, usageOf, type BotCommand } from "../command.ts";
import { toListLine } from "../line-rules.ts";

export const help: BotCommand = {
  name: "help",
  usage: "[<command>]",
  help: "Lists the commands, or explains one.",
  access: "public",
  isReading: true,
  limit: { burst: 3, everySeconds: 10 },
  run: async ({ argument, commands }) => {
    const wanted = argument.toLowerCase().replace(/^\./, "");
    const named = commands.find(({ name }) => name === wanted);
    if (named !== undefined) return toSpeaker(`${usageOf(named)}: ${named.help}`);
    if (wanted !== "") return toSpeaker("Unknown command; .help lists all commands");
    const items = commands.map(({ name }) => `.${name}`);
    return toSpeaker(
      toListLine("Commands:", { items, total: items.length }),
      ".help and a command's name explains it",
    );
  },
};
