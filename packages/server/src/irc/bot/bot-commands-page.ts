import { usageOf, type BotCommand } from "./command.ts";

/** The documentation page about the commands, as Markdown. */
export function describeCommands(commands: readonly BotCommand[]): string {
  const parts = [
    "# Commands of the bot",
    "Made from `packages/server/src/irc/bot/bot-commands.ts` by `npx vitest run --project unit " +
      "packages/server/src/irc/bot/bot-commands-page.test.ts -u`. Change it there.",
    "Write commands in the channel, from IRC or from the web. A command starts with a dot as the first character of the " +
      "line; the bot ignores everything else.",
    ...commands.map(describeCommand),
  ];
  return `${parts.join("\n\n")}\n`;
}

function describeCommand(command: BotCommand): string {
  const { burst, everySeconds } = command.limit;
  return [
    `## \`${usageOf(command)}\``,
    command.help,
    `For ${audiences[command.access]}: ${burst} at once, then one every ${everySeconds} seconds.`,
  ].join("\n\n");
}

const audiences: Readonly<Record<BotCommand["access"], string>> = {
  public: "everyone",
  request: "everyone, while the station takes requests from guests and listeners",
  moderation: "moderators and channel operators",
};
