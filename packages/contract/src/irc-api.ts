import { defineApi } from "./endpoint.ts";
import { botCommandsCalls, ircCalls } from "./irc.ts";

export const ircApi = defineApi(ircCalls, {
  getIrcStatus: {
    access: "public",
    summary: "Whether the bot is in its IRC channel, and how many users are there",
    example: {
      response: {
        connected: true,
        server: "irc.example.org:6697",
        channels: ["#neonrelay"],
        userCount: 17,
        lastActivity: "2030-01-31T20:15:00.000Z",
        reason: null,
      },
    },
  },
});

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
