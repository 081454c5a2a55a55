import { testPolicy } from "@neonrelay/contract/test-settings";
import { type Right, type Role, roles, type Session } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { changedRoleChoices, mayManage } from "./account-fields.tsx";

test("roles are shown in words", () => {
  const session: Session = {
    kind: "user",
    username: "mira",
    name: null,
    email: null,
    ircAccount: null,
    lastLogin: null,
    role: "super_admin",
    rights: ["user_management"],
    policy: testPolicy(),
  };

  expect(changedRoleChoices(session).map(({ name }) => name)).toEqual([
    "Listener",
    "DJ",
    "Moderator",
    "Admin",
    "Super Admin",
  ]);
});

const policy = testPolicy();
const user = (role: Role, rights: Right[]): Session => ({
  kind: "user",
  username: role,
  name: null,
  email: null,
  ircAccount: null,
  lastLogin: null,
  role,
  rights,
  policy,
});

test("accounts with a higher role can't be managed", () => {
  const accessCode: Session = {
    kind: "access-code",
    role: "admin",
    rights: ["user_management"],
    policy,
  };
  const managed = (session: Session) => roles.filter((role) => mayManage(session, role));

  expect(managed(user("super_admin", ["user_management"]))).toEqual(roles);
  expect(managed(user("admin", ["user_management"]))).toEqual(
    roles.filter((role) => role !== "super_admin"),
  );
  expect(managed(accessCode)).toEqual(["listener", "dj", "moderator"]);
  expect(managed(user("dj", []))).toEqual([]);
});
