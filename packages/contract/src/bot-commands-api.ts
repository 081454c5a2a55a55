import { botCommandsCalls } from "./bot-commands.ts";
import { defineApi } from "./endpoint.ts";

export const botCommandsApi = defineApi(botCommandsCalls, {
  listBotCommands: {
    access: "public",
    isForAnyone: true,
    summary: "What the station's bot can be asked in the channel",
    example: {
      response: [
        {
          name: "request",
          usage: ".request <title and artist>",
          help: "Adds a track to the queue.",
          access: "everyone",
        },
      ],
    },
  },
});
