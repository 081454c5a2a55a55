import { toChannel, type BotCommand } from "../command.ts";

export const listeners: BotCommand = {
  name: "listeners",
  usage: "",
  help: "Shows how many people are listening and how many are in the channel.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts }) => {
    const { listeners: tunedIn, chatters } = parts.presence();
    const heard = tunedIn === null ? "An unknown number are" : `${tunedIn} ${areOrIs(tunedIn)}`;
    return toChannel(`${heard} tuned in, and ${chatters} ${areOrIs(chatters)} in the channel`);
  },
};

function areOrIs(count: number): string {
  return count === 1 ? "is" : "are";
}
