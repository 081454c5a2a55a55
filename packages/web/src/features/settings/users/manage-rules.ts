import type { Role, Session } from "@neonrelay/contract/callers";

/** Whether an account of that role is this session's to make, change and remove. The server decides again. */
export function mayManage(session: Session | undefined, role: Role): boolean {
  if (session === undefined || !session.rights.includes("user_management")) return false;
  if (session.kind === "user" && session.role === "super_admin") return true;
  if (role === "super_admin") return false;
  return session.kind !== "access-code" || role !== "admin";
}
