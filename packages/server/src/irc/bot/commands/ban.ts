import { moderationCommand } from "../moderate.ts";

export const ban = moderationCommand({
  act: "ban",
  usage: "<name> [10m|2h|1d] [<reason>]",
  help: "Removes somebody and keeps them out, for a time or until a moderator lifts it.",
  done: "is banned",
  unchanged: "is banned already",
});
