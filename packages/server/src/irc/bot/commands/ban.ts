import { moderationCommand } from "../moderate.ts";

export const ban = moderationCommand({
  act: "ban",
  usage: "<name> [10m|2h|1d] [<reason>]",
  help: "Bans someone from the channel, for a time or until a moderator lifts the ban.",
  done: "is banned",
  unchanged: "is already banned",
});
