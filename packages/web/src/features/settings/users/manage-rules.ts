import type { Role, Session } from "@neonrelay/contract/callers";

/** Whether this session may create, change and remove accounts of that role. The server checks again. */
export function mayManage(session: Session | undefined, role: Role): boolean {
  if (session === undefined || !session.rights.includes("user_management")) return false;
  if (session.kind === "user" && session.role === "super_admin") return true;
  if (role === "super_admin") return false;
  return session.kind !== "access-code" || role !== "admin";
}
