import type { Session } from "@neonrelay/contract";

const FLAG_KEY = "admin_authenticated";
const PROFILE_KEY = "admin_user_data";

/** Stores who is signed in as a hint for drawing; rights come from the session cookie alone. */
export function rememberSession(session: Session): void {
  try {
    if (session.kind === "guest") {
      localStorage.removeItem(FLAG_KEY);
      localStorage.removeItem(PROFILE_KEY);
      return;
    }
    localStorage.setItem(FLAG_KEY, "true");
    localStorage.setItem(PROFILE_KEY, JSON.stringify(profileOf(session)));
  } catch (error) {
    console.warn("session hint not stored", error);
  }
}

function profileOf(session: Exclude<Session, { kind: "guest" }>) {
  const permissions = ["station_control", "user_management", "system_config"].filter((right) =>
    session.rights.some((granted) => granted === right),
  );
  return session.kind === "user"
    ? { name: session.username, email: session.email, role: session.role, permissions }
    : { name: "Administrator", email: null, role: "System Admin", permissions };
}
