import { moderationCommand } from "../moderate.ts";

export const kick = moderationCommand({
  act: "kick",
  usage: "<name> [<reason>]",
  help: "Removes somebody from the channel.",
  done: "is removed from the channel",
  unchanged: "is not in the channel",
});
