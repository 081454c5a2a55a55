import { moderationCommand } from "../moderate.ts";

export const mute = moderationCommand({
  act: "mute",
  usage: "<name> [10m|2h|1d] [<reason>]",
  help: "Mutes someone, for a time or until .unmute.",
  done: "is muted",
  unchanged: "is already muted",
});
