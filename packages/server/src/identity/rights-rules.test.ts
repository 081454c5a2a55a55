import { rights, type Right, type Role, type StationPolicy } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { decideAccess, isOperator, rightsOf, type Caller } from "./rights-rules.ts";

const policy: StationPolicy = {
  commentsEnabled: true,
  registrationEnabled: false,
  maintenanceMode: false,
  guestQueueActions: "full",
};
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
test.each(table)("%s may exactly what the table lists", (_name, caller, expected) => {
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

test("a refused caller is asked to sign in, or learns that the role may not", () => {
  const access = "station_control";

  expect(decideAccess({ caller: guest, access, policy })).toBe("sign-in-first");
  expect(decideAccess({ caller: user("listener"), access, policy })).toBe("role-may-not");
  expect(decideAccess({ caller: user("dj"), access, policy })).toBe("allowed");
});

test("what only asks for a session is closed to guests", () => {
  const access = "signed-in";

  expect(decideAccess({ caller: guest, access, policy })).toBe("sign-in-first");
  expect(decideAccess({ caller: user("listener"), access, policy })).toBe("allowed");
});

test("operators are all but guests and listeners", () => {
  expect([guest, user("listener")].map(isOperator)).toEqual([false, false]);
  expect([user("moderator"), user("dj"), { kind: "access-code" } as const].map(isOperator)).toEqual(
    [true, true, true],
  );
});
