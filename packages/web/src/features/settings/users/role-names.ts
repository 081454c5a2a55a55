import type { Role, Session } from "@neonrelay/contract/callers";
import type { Choice } from "../../../ui/form-fields.tsx";
import { roleName } from "../../accounts/index.ts";
import { mayManage } from "./manage-rules.ts";

/** The roles of new accounts in the user list. */
export function roleChoices(session: Session | undefined): readonly Choice<Role>[] {
  return toChoices(["listener", "dj", "moderator", "admin"], session);
}

/** The roles in the edit dialog; only super admins can give or remove the super admin role. */
export function changedRoleChoices(session: Session | undefined): readonly Choice<Role>[] {
  const choices = roleChoices(session);
  return mayManage(session, "super_admin")
    ? [...choices, ...toChoices(["super_admin"], session)]
    : choices;
}

/** The roles in the dialog 'Add Admin User'. */
export function operatorChoices(session: Session | undefined): readonly Choice<Role>[] {
  return toChoices(["admin", "super_admin", "moderator"], session);
}

function toChoices(roles: readonly Role[], session: Session | undefined) {
  return roles.map((role) => ({
    value: role,
    name: roleName(role),
    isClosed: !mayManage(session, role),
  }));
}
