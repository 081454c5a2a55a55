import { expect, test } from "vitest";
import { ircLink } from "./irc-link.ts";

test.each([
  [
    { server: "irc.example.org:6697", channels: ["#neonrelay"] },
    "ircs://irc.example.org:6697/%23neonrelay",
  ],
  [{ server: "127.0.0.1:6667", channels: ["#neon relay"] }, "irc://127.0.0.1:6667/%23neon%20relay"],
  [{ server: "irc.example.org", channels: [] }, undefined],
  [{ server: "", channels: [] }, undefined],
])("the channel of %o opens with %s", (status, link) => {
  expect(ircLink(status)).toBe(link);
});
