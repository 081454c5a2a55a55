import { moderationCommand } from "../moderate.ts";

export const unmute = moderationCommand({
  act: "unmute",
  usage: "<name>",
  help: "Lets somebody write again.",
  done: "may write again",
  unchanged: "is not muted",
});
