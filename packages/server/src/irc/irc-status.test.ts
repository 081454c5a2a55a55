import { expect, test } from "vitest";
import { describeRefusal } from "./irc-status.ts";

test("[E5] operators learn what the bot lacks, in the network's words", () => {
  const told = [
    { refusal: "Cannot send to channel (+m)", modes: "" },
    {
      refusal: "You need to be identified to a registered account to message this channel.",
      modes: "",
    },
    { refusal: "You're not channel operator", modes: "v" },
    { refusal: "Cannot send to channel (your words)", modes: "o" },
  ].map((refused) => describeRefusal({ ...refused, channel: "#radio" }));

  expect(told).toEqual([
    "The bot needs voice in #radio: Cannot send to channel (+m).",
    "The bot needs an account on the IRC network to speak in #radio: You need to be identified to a registered account to message this channel.",
    "The bot needs to be an operator of #radio: You're not channel operator.",
    "#radio does not take what the bot says: Cannot send to channel (your words).",
  ]);
});
