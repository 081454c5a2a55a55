import { moderationCommand } from "../moderate.ts";

export const kick = moderationCommand({
  act: "kick",
  usage: "<name> [<reason>]",
  help: "Kicks someone from the channel.",
  done: "was kicked from the channel",
  unchanged: "is not in the channel",
});
