import { type BotCommand, toSpeaker, usageOf } from "./command.ts";
import { ban, kick, mute, unmute } from "./commands/moderation.ts";
import { cancel, request, search, when } from "./commands/requests.ts";
import { last, like, listeners, np, skip, why } from "./commands/on-air.ts";
import { next, queue } from "./commands/coming.ts";
import { schedule, show } from "./commands/shows.ts";
import { toListLine } from "./line-rules.ts";

const help: BotCommand = {
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

/** Every command of the bot, in the order people see them. */
export const botCommands: readonly BotCommand[] = [
  request,
  when,
  cancel,
  np,
  why,
  next,
  show,
  schedule,
  queue,
  last,
  search,
  like,
  skip,
  listeners,
  mute,
  unmute,
  kick,
  ban,
  help,
];

/** The documentation page about the commands, as Markdown. */
export function describeCommands(commands: readonly BotCommand[]): string {
  const parts = [
    "# Commands of the bot",
    "Made from `packages/server/src/irc/bot/bot-commands.ts` by `npx vitest run --project unit " +
      "packages/server/src/irc/bot/bot-commands.test.ts -u`. Change it there.",
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
