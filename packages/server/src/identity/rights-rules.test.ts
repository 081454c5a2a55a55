import { testPolicy, testSettings } from "@neonrelay/contract/test-settings";
import {
  callGroups,
  rights,
  stationPolicySchema,
  type Access,
  type Right,
  type Role,
  type StationPolicy,
} from "@neonrelay/contract";
import { expect, test } from "vitest";
import { decideAccess, isOperator, rightsOf, toPolicy, type Caller } from "./rights-rules.ts";
import { everyone, mayCall, operators, taken, type CallerName } from "./test-call-rights.ts";

const policy = testPolicy();
const guest: Caller = { kind: "guest" };
const user = (role: Role): Caller => ({
  kind: "user",
  accountId: "1",
  username: role,
  name: null,
  email: null,
  role,
  ircAccount: null,
  lastLogin: null,
});
const moderator: readonly Right[] = [
  "request",
  "queue_control",
  "chat_moderation",
  "comment_moderation",
  "programme",
];
const admin: readonly Right[] = rights.filter(
  (right) => right !== "backup" && right !== "database_console",
);

const table: readonly (readonly [string, Caller, readonly Right[]])[] = [
  ["guest", guest, ["request", "queue_control"]],
  ["listener", user("listener"), ["request", "queue_control"]],
  ["moderator", user("moderator"), moderator],
  ["dj", user("dj"), ["request", "queue_control", "station_control", "live_broadcast"]],
  ["admin", user("admin"), admin],
  ["access code", { kind: "access-code" }, admin],
  ["super_admin", user("super_admin"), rights],
];
test.each(table)("%s has exactly the rights in the table", (_name, caller, expected) => {
  expect(rightsOf(caller, policy).toSorted()).toEqual([...expected].toSorted());
});

test.each([
  ["requests only", ["request"]],
  ["off", []],
] as const)("with guest queue actions '%s' guests and listeners keep %j", (setting, left) => {
  const strict = { ...policy, guestQueueActions: setting };

  for (const caller of [guest, user("listener")]) expect(rightsOf(caller, strict)).toEqual(left);
  expect(rightsOf(user("moderator"), strict)).toContain("queue_control");
});

test("a refused caller is asked to sign in, or told that the role lacks the right", () => {
  const access = "station_control";

  expect(decideAccess({ caller: guest, access, policy })).toBe("sign-in-first");
  expect(decideAccess({ caller: user("listener"), access, policy })).toBe("role-may-not");
  expect(decideAccess({ caller: user("dj"), access, policy })).toBe("allowed");
});

test("a call that only needs a session is closed to guests", () => {
  const access = "signed-in";

  expect(decideAccess({ caller: guest, access, policy })).toBe("sign-in-first");
  expect(decideAccess({ caller: user("listener"), access, policy })).toBe("allowed");
});

test("everyone except guests and listeners is an operator", () => {
  expect([guest, user("listener")].map(isOperator)).toEqual([false, false]);
  expect([user("moderator"), user("dj"), { kind: "access-code" } as const].map(isOperator)).toEqual(
    [true, true, true],
  );
});

const calls = callGroups.flatMap(({ apis }) => apis.flatMap((api) => Object.entries(api)));
const callerOf = (name: CallerName): Caller =>
  name === "guest" || name === "access-code" ? { kind: name } : user(name);

function decisionsOf(access: Access, setting: StationPolicy["guestQueueActions"]) {
  const now = { ...policy, guestQueueActions: setting };
  return Object.fromEntries(
    everyone.map((name) => [name, decideAccess({ caller: callerOf(name), access, policy: now })]),
  );
}

function expectedOf(may: readonly CallerName[]) {
  const refusalOf = (name: CallerName) => (name === "guest" ? "sign-in-first" : "role-may-not");
  return Object.fromEntries(
    everyone.map((name) => [name, may.includes(name) ? "allowed" : refusalOf(name)]),
  );
}

test("browsers see the policy, and nothing else of the settings", () => {
  expect(Object.keys(toPolicy(testSettings())).toSorted()).toEqual(
    Object.keys(stationPolicySchema.shape).toSorted(),
  );
});

test("the rows match the calls of the contract", () => {
  expect(Object.keys(mayCall).toSorted()).toEqual(calls.map(([operation]) => operation).toSorted());
});

test.each(calls)("only callers that its row names may make %s", (operation, { access }) => {
  const may = mayCall[operation] ?? [];

  expect(decisionsOf(access, "full")).toEqual(expectedOf(may));
  for (const setting of ["requests only", "off"] as const)
    expect(decisionsOf(access, setting)).toEqual(
      expectedOf(taken[setting].includes(operation) ? operators : may),
    );
});
