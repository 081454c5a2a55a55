import { type BotCommand as ListedCommand, botCommandsApi } from "@neonrelay/contract";
import { feature } from "../../http-kit/route.ts";
import { botCommands } from "./bot-commands.ts";
import { usageOf, type BotCommand } from "./command.ts";

export const botFeature = feature(botCommandsApi, () => {
  const listed = botCommands.map(toListed);
  return { listBotCommands: async () => listed };
});

/** A command as people are shown it. */
export function toListed(command: BotCommand): ListedCommand {
  return {
    name: command.name,
    usage: usageOf(command),
    help: command.help,
    access: command.access === "moderation" ? "moderators" : "everyone",
  };
}
