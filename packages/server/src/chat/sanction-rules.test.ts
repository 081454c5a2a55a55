import { expect, test } from "vitest";
import {
  describeRestriction,
  isAgainst,
  isInForce,
  tellingNetwork,
  toChatSanction,
} from "./sanction-rules.ts";

const until = new Date("2030-01-31T20:15:00.000Z");
const sanction = { visitorKey: "user:1", browserKey: "visitor:a", network: "192.0.2.1" };

test("moderators see sanctions without the keys of the sanctioned person", () => {
  const shown = { id: "1", kind: "ban", username: "owl", reason: "spam", by: "ada" } as const;
  const createdAt = new Date("2030-01-30T20:15:00.000Z");
  const stored = { ...shown, ...sanction, until, createdAt, ircMask: "owl!*@*" };

  expect(toChatSanction(stored)).toEqual({
    ...shown,
    until: "2030-01-31T20:15:00.000Z",
    createdAt: "2030-01-30T20:15:00.000Z",
  });
  expect(toChatSanction({ ...stored, until: null }).until).toBeNull();
});

test.each([
  ["the account in another browser", "user:1", "visitor:z", "198.51.100.1", true],
  ["the browser with another account", "user:2", "visitor:a", "198.51.100.1", true],
  ["a guest of the network", "visitor:z", "visitor:z", "192.0.2.1", true],
  ["an account of the network", "user:2", "visitor:z", "192.0.2.1", false],
  ["a guest of another network", "visitor:z", "visitor:z", "198.51.100.1", false],
])("a sanction on %s (%s) holds: %s", (...row) => {
  const [, key, browserKey, network, holds] = row;
  expect(isAgainst(sanction, { key, browserKey, network })).toBe(holds);
});

test("this machine's own network tells nobody apart", () => {
  expect(["127.0.0.1", "0:0:0:0::/64", "192.0.2.1"].map(tellingNetwork)).toEqual([
    null,
    null,
    "192.0.2.1",
  ]);
  const guest = { key: "visitor:z", browserKey: "visitor:z", network: "127.0.0.1" };
  expect(isAgainst({ ...sanction, network: null }, guest)).toBe(false);
});

test("a sanction is in force until its end, or for ever", () => {
  expect(isInForce({ until }, until.getTime() - 1)).toBe(true);
  expect(isInForce({ until }, until.getTime())).toBe(false);
  expect(isInForce({ until: null }, Infinity)).toBe(true);
});

test("a visitor who may not speak is told who decided it, why and until when", () => {
  expect(describeRestriction({ kind: "kick", by: "ada", reason: "spam", until })).toEqual({
    error: "You were kicked from the channel by ada (spam)",
    code: "not_allowed",
    retryAt: "2030-01-31T20:15:00.000Z",
  });
  expect(describeRestriction({ kind: "mute", by: "ada", reason: "", until: null })).toEqual({
    error: "You were muted by ada",
    code: "not_allowed",
  });
});
