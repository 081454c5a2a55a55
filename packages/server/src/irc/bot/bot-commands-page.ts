import { usageOf, type BotCommand } from "./command.ts";

/** The page of the documentation about the commands, as Markdown. */
export function describeCommands(commands: readonly BotCommand[]): string {
  const parts = [
    "# Commands of the bot",
    "Made from `packages/server/src/irc/bot/bot-commands.ts` by `npx vitest run --project unit " +
      "packages/server/src/irc/bot/bot-commands-page.test.ts -u`. Change it there.",
    "Written in the channel, from IRC and from the web alike. A command begins with its dot at the very beginning of the " +
      "line; anything else is talk, which the bot leaves alone.",
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
  request: "everyone, as long as the station takes requests of guests and listeners",
  moderation: "moderators, and operators of the channel",
};
