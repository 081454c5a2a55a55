import type { BotCommand } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { commandText, matchingCommands } from "./command-suggestions.ts";

const request: BotCommand = {
  name: "request",
  usage: ".request <title and artist>",
  help: "Adds a track to the queue.",
  access: "everyone",
};
const np: BotCommand = { name: "np", usage: ".np", help: "Tells the track.", access: "everyone" };
const mute: BotCommand = {
  name: "mute",
  usage: ".mute <nick>",
  help: "Mutes.",
  access: "moderators",
};
const all = [request, np, mute];

test.each([
  [".", false, ["request", "np"]],
  [".", true, ["request", "np", "mute"]],
  [".RE", false, ["request"]],
  [".p", false, []],
  [".request ", false, []],
  ["so .np", false, []],
  ["", true, []],
])("%j of a moderator (%j) may become %j", (text, isModerator, names) => {
  expect(matchingCommands(text, all, { isModerator }).map(({ name }) => name)).toEqual(names);
});

test("a command with arguments leaves space for them", () => {
  expect(all.map(commandText)).toEqual([".request ", ".np", ".mute "]);
});
