import { testPolicy } from "@neonrelay/contract/test-settings";
import type { Role, StationPolicy } from "@neonrelay/contract";
import { expect, test } from "vitest";
import type { Caller } from "../../identity/rights-rules.ts";
import { actorOf, findRefusal, maySkipAtOnce } from "./access-rules.ts";

const policy = testPolicy({ registrationEnabled: true });
const guest: Caller = { kind: "guest" };
const userOf = (role: Role): Caller => ({
  kind: "user",
  accountId: "1",
  username: "ada",
  name: null,
  email: null,
  role,
  ircAccount: null,
  lastLogin: null,
});
const inMaintenance =
  "The station is in maintenance: you can listen and read; everything else will be back soon";
const notModerator = "Only moderators and channel operators can do this";

function refusalOf(
  access: "public" | "request" | "moderation",
  caller: Caller,
  change: {
    isReading?: boolean;
    isChannelOperator?: boolean;
    policy?: Partial<StationPolicy>;
  } = {},
): string | null {
  return findRefusal({
    command: { access, isReading: change.isReading ?? false },
    speaker: { isChannelOperator: change.isChannelOperator ?? false },
    caller,
    policy: { ...policy, ...change.policy },
  });
}

test("guests request through the bot while the station allows it", () => {
  const off = { policy: { guestQueueActions: "off" } } as const;

  expect(refusalOf("request", guest)).toBeNull();
  expect(refusalOf("request", guest, off)).toBe(
    "The station has turned this off for guests and listeners",
  );
  expect(refusalOf("request", userOf("dj"), off)).toBeNull();
  expect(refusalOf("public", guest, off)).toBeNull();
});

test("moderators and channel operators moderate through the bot", () => {
  expect(refusalOf("moderation", guest)).toBe(notModerator);
  expect(refusalOf("moderation", userOf("dj"))).toBe(notModerator);
  expect(refusalOf("moderation", userOf("moderator"))).toBeNull();
  expect(refusalOf("moderation", guest, { isChannelOperator: true })).toBeNull();
});

test("during maintenance visitors may only read, and moderation still works", () => {
  const maintained = { policy: { maintenanceMode: true } };

  expect(refusalOf("public", guest, maintained)).toBe(inMaintenance);
  expect(refusalOf("public", userOf("listener"), maintained)).toBe(inMaintenance);
  expect(refusalOf("public", guest, { ...maintained, isReading: true })).toBeNull();
  expect(refusalOf("public", userOf("dj"), maintained)).toBeNull();
  expect(refusalOf("moderation", guest, { ...maintained, isChannelOperator: true })).toBeNull();
});

test("operators of the station's own channel skip at once; elsewhere only accounts with that right do", () => {
  const may = (caller: Caller, isChannelOperator: boolean, isEmbeddedServer: boolean) =>
    maySkipAtOnce({ speaker: { isChannelOperator, isEmbeddedServer }, caller, policy });

  expect(may(guest, true, true)).toBe(true);
  expect(may(guest, true, false)).toBe(false);
  expect(may(guest, false, true)).toBe(false);
  expect(may(userOf("moderator"), false, true)).toBe(false);
  expect(may(userOf("dj"), false, false)).toBe(true);
});

test("the account is recorded if there is one, else the nick", () => {
  const speaker = { nick: "ada2" };

  expect(actorOf({ speaker, caller: userOf("dj") })).toEqual(userOf("dj"));
  expect(actorOf({ speaker, caller: guest })).toEqual({ kind: "channel-operator", nick: "ada2" });
});
