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
    policy: {
      commentsEnabled: true,
      registrationEnabled: false,
      maintenanceMode: false,
      guestQueueActions: "full",
    },
  };

  expect(changedRoleChoices(session).map(({ name }) => name)).toEqual([
    "Listener",
    "DJ",
    "Moderator",
    "Admin",
    "Super Admin",
  ]);
});
