import type { botCommandsApi } from "@neonrelay/contract";
import type { HandlersFor } from "../../http/route.ts";
import { botCommands } from "./bot-commands.ts";
import { usageOf } from "./command.ts";

export function botHandlers(): HandlersFor<typeof botCommandsApi> {
  const listed = botCommands.map((command) => ({
    name: command.name,
    usage: usageOf(command),
    help: command.help,
    access: command.access === "moderation" ? ("moderators" as const) : ("everyone" as const),
  }));
  return { listBotCommands: async () => listed };
}
