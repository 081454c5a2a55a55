import { testPolicy } from "@neonrelay/contract/test-settings";
import { roles } from "@neonrelay/contract/callers";
import type { Right, Role, Session } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { mayManage } from "./manage-rules.ts";

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
