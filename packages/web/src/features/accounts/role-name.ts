import type { Role } from "@neonrelay/contract/callers";

const roleNames: Readonly<Record<Role, string>> = {
  listener: "Listener",
  dj: "DJ",
  moderator: "Moderator",
  admin: "Admin",
  super_admin: "Super Admin",
};

/** A role in words. */
export function roleName(role: Role): string {
  return roleNames[role];
}
