import { expect, test } from "vitest";
import { toRelay } from "./outgoing-rules.ts";
import { toNick } from "../chat/chat-rules.ts";
import { webIdentity } from "./web-identity.ts";

const place = { channel: "#radio", presentNicks: ["Owl", "alice"] };
const said = { username: "heron", message: "hello", kind: "message" } as const;

test("the bot names the author, and breaks only names that are nicks in the channel", () => {
  expect(toRelay(said, place)).toMatchObject({ prefix: "<heron> ", relayNick: "heron" });
  expect(toRelay({ ...said, username: "owl" }, place).prefix).toBe("<o\u200Bwl> ");
});

test("an action is relayed in the third person", () => {
  const { prefix, text } = toRelay({ ...said, kind: "action", message: "waves" }, place);

  expect(prefix + text).toBe("* heron waves");
});

test("a name that is no valid nick gets a leading underscore on IRC", () => {
  expect(["4track", "-x-", "owl", "[owl]"].map(toNick)).toEqual([
    "_4track",
    "_-x-",
    "owl",
    "[owl]",
  ]);
});

test("a browser and its network appear on IRC as stable hashes", () => {
  const visitor = { key: "user:1", browserKey: "visitor:a", network: "192.0.2.1" };
  const one = webIdentity(visitor, "secret");

  expect(one).toEqual(webIdentity({ ...visitor, key: "visitor:a" }, "secret"));
  expect(one.host).toBe(webIdentity({ ...visitor, browserKey: "visitor:b" }, "secret").host);
  expect(one.host).not.toContain("192");
  expect(one).not.toEqual(webIdentity(visitor, "another secret"));
});
