import type { Session } from "@neonrelay/contract";

/** Somebody the station is run by: not a guest, not a listener. */
export function isOperator(session: Session): boolean {
  return session.kind === "access-code" || (session.kind === "user" && session.role !== "listener");
}
