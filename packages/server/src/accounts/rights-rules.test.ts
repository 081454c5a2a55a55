import {
  accountsApi,
  healthApi,
  queueApi,
  radioApi,
  roles,
  tracksApi,
  type Access,
  type Endpoint,
} from "@neonrelay/contract";
import { expect, test } from "vitest";
import { decideAccess, rightsOf, type Caller } from "./rights-rules.ts";

const endpoints: Readonly<Record<string, Endpoint>> = {
  ...accountsApi,
  ...healthApi,
  ...queueApi,
  ...radioApi,
  ...tracksApi,
};
const guest: Caller = { kind: "guest" };
const user = (role: (typeof roles)[number]): Caller => ({
  kind: "user",
  accountId: "1",
  username: role,
  email: null,
  role,
});
const callers: readonly (readonly [string, Caller])[] = [
  ["guest", guest],
  ...roles.map((role) => [role, user(role)] as const),
  ["access code", { kind: "access-code" }],
];
const stationControllers = new Set(["dj", "admin", "super_admin", "access code"]);

test.each(Object.entries(endpoints))(
  "%s is open to exactly those who have its right",
  (_name, { access }) => {
    for (const [name, caller] of callers) {
      const isAllowed = access === "station_control" ? stationControllers.has(name) : true;
      const refusal = name === "guest" ? "sign-in-first" : "role-may-not";
      expect([name, decideAccess(caller, access)]).toEqual([name, isAllowed ? "allowed" : refusal]);
    }
  },
);

test("each role adds only what the table lists", () => {
  const may = (caller: Caller) => rightsOf(caller).toSorted().join(" ");

  expect(may(guest)).toBe("queue_control");
  expect(may(user("listener"))).toBe("queue_control");
  expect(may(user("moderator"))).toBe("chat_moderation comment_moderation queue_control");
  expect(may(user("dj"))).toBe("live_broadcast queue_control station_control");
  expect(rightsOf(user("admin"))).not.toContain("backup");
  expect(may({ kind: "access-code" })).toBe(may(user("admin")));
  expect(rightsOf(user("super_admin"))).toContain("backup");
});

test("what only asks for a session is closed to guests", () => {
  const access: Access = "signed-in";

  expect(decideAccess(guest, access)).toBe("sign-in-first");
  expect(decideAccess(user("listener"), access)).toBe("allowed");
});
