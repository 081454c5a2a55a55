import { expect, test } from "vitest";
import { botCommands, describeCommands } from "./bot-commands.ts";
import { toListed } from "./bot-handlers.ts";
import { cancel } from "./commands/requests.ts";
import { mute } from "./commands/moderation.ts";

const page = new URL("../../../../../docs/bot-commands.md", import.meta.url);

test("the documentation lists every command of the registry", async () => {
  await expect(describeCommands(botCommands)).toMatchFileSnapshot(page.pathname);
});

test("every command has a unique name that can be typed", () => {
  const names = botCommands.map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]{1,20}$/.test(name))).toEqual([]);
});

test("the web's palette shows how to write a command and who may use it", () => {
  expect([cancel, mute].map(toListed)).toEqual([
    {
      name: "cancel",
      usage: ".cancel [<title and artist>]",
      help: cancel.help,
      access: "everyone",
    },
    {
      name: "mute",
      usage: ".mute <name> [10m|2h|1d] [<reason>]",
      help: mute.help,
      access: "moderators",
    },
  ]);
});
