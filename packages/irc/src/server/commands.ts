import { channelCommands } from "./channel-commands.ts";
import type { Command, CommandContext, CommandTable } from "./command.ts";
import { sendError } from "./delivery.ts";
import { historyCommands } from "./history-commands.ts";
import { informationCommands } from "./information-commands.ts";
import { messageCommands } from "./message-commands.ts";
import { modeCommands } from "./mode-commands.ts";
import { ERR } from "./numerics.ts";
import { operatorCommands } from "./operator-commands.ts";
import { presenceCommands } from "./presence-commands.ts";
import { registrationCommands } from "./registration-commands.ts";
import { saslCommands } from "./sasl-commands.ts";
import { serverBanCommands } from "./server-ban-commands.ts";
import { whoCommands } from "./who-commands.ts";

/** Every command. */
export const commands: CommandTable = {
  ...registrationCommands,
  ...saslCommands,
  ...channelCommands,
  ...modeCommands,
  ...messageCommands,
  ...whoCommands,
  ...presenceCommands,
  ...informationCommands,
  ...historyCommands,
  ...operatorCommands,
  ...serverBanCommands,
};

/** Runs a command, or says why it is not allowed now. */
export function runCommand(context: CommandContext): void | Promise<() => void> {
  const { server, user, message } = context;
  const command = findCommand(message.command);
  if (!user.isRegistered && command?.when !== "always" && command?.when !== "registering") {
    sendError(server, user, ERR.NOTREGISTERED);
    return undefined;
  }
  if (command === undefined) {
    sendError(server, user, ERR.UNKNOWNCOMMAND, [message.command]);
    return undefined;
  }
  if (user.isRegistered && command.when === "registering") {
    sendError(server, user, ERR.ALREADYREGISTERED);
    return undefined;
  }
  if (message.params.length < command.minParams) {
    sendError(server, user, ERR.NEEDMOREPARAMS, [message.command]);
    return undefined;
  }
  return command.run(context);
}

function findCommand(name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}
