import type { Right, Session } from "@neonrelay/contract/callers";

/** Somebody the station is run by: not a guest, not a listener. */
export function isOperator(session: Session): boolean {
  return session.kind === "access-code" || (session.kind === "user" && session.role !== "listener");
}

/** What to call an account: its display name, or its user name while it has none. */
export function accountName({ name, username }: Pick<AccountSession, "name" | "username">): string {
  return name ?? username;
}

/** Whom a sign-in greets. @param session as it is afterwards, if it could be read */
export function welcomedName(session: Session | undefined, username: string): string {
  return session?.kind === "user" ? accountName(session) : username;
}

type AccountSession = Extract<Session, { kind: "user" }>;

const visitorRights: readonly Right[] = ["request", "queue_control"];

/**
 * Why a control is closed, in the station's own words where it would refuse; undefined while it is open.
 * @param session undefined until it is known
 */
export function closedBecause(session: Session | undefined, right: Right): string | undefined {
  if (session?.rights.includes(right) === true) return undefined;
  if (session === undefined) return "The station has not answered yet";
  // Nobody lacks these by a role, only by 'Guest queue actions'.
  if (visitorRights.includes(right))
    return "The station has turned this off for guests and listeners";
  return session.kind === "guest"
    ? "Sign in as an operator to do this"
    : "Your role may not do this";
}
