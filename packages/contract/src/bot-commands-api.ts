import { botCommandsCalls } from "./bot-commands.ts";
import { defineApi } from "./endpoint.ts";

export const botCommandsApi = defineApi(botCommandsCalls, {
  listBotCommands: {
    access: "public",
    isForAnyone: true,
    summary: "The commands of the station's bot",
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
