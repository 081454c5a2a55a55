import type { Role } from "@neonrelay/contract";
import type { Choice } from "../../ui/form-fields.tsx";

/** What the user list offers; only who holds super_admin may give or take it. */
export function roleChoices({ withSuperAdmin }: { readonly withSuperAdmin: boolean }) {
  const roles: readonly Role[] = ["listener", "dj", "moderator", "admin"];
  return toChoices(withSuperAdmin ? [...roles, "super_admin"] : roles);
}

/** What the dialog 'Add Admin User' offers. */
export const operatorRoles = toChoices(["admin", "super_admin", "moderator"]);

function toChoices(roles: readonly Role[]): readonly Choice<Role>[] {
  return roles.map((role) => ({ value: role, name: role }));
}
