import { moderationCommand } from "../moderate.ts";

export const unmute = moderationCommand({
  act: "unmute",
  usage: "<name>",
  help: "Unmutes someone.",
  done: "is unmuted",
  unchanged: "is not muted",
});
