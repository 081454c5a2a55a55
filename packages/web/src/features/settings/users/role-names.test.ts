import { testPolicy } from "@neonrelay/contract/test-settings";
import type { Session } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { changedRoleChoices } from "./role-names.ts";

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
