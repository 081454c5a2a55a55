import type { Right, Role, Session } from "@neonrelay/contract/callers";

/** Neither a guest nor a listener. */
export function isOperator(session: Session): boolean {
  return session.kind === "access-code" || (session.kind === "user" && session.role !== "listener");
}

/** The display name of an account, or its username while it has none. */
export function accountName({ name, username }: Pick<AccountSession, "name" | "username">): string {
  return name ?? username;
}

/** The name in the greeting after a sign-in. @param session after the sign-in, if it could be loaded */
export function welcomedName(session: Session | undefined, username: string): string {
  return session?.kind === "user" ? accountName(session) : username;
}

type AccountSession = Extract<Session, { kind: "user" }>;

const visitorRights: readonly Right[] = ["request", "queue_control"];

/**
 * Why a control is disabled, in the station's words if it would refuse; undefined: enabled.
 * @param session undefined until it is known
 */
export function closedBecause(session: Session | undefined, right: Right): string | undefined {
  if (session?.rights.includes(right) === true) return undefined;
  if (session === undefined) return "The station has not answered yet";
  // Every role has these; only 'Guest queue actions' removes them.
  if (visitorRights.includes(right))
    return "The station has turned this off for guests and listeners";
  return session.kind === "guest"
    ? "Sign in as an operator to do this"
    : "Your role may not do this";
}

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
