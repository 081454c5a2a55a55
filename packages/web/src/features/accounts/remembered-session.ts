import type { Session } from "@neonrelay/contract/callers";
import { avatarImage } from "./avatar.tsx";
import { accountName, isOperator, roleName } from "./role-rules.ts";

const FLAG_KEY = "admin_authenticated";
const PROFILE_KEY = "admin_user_data";
/** Also replaces a stored profile that can't be read. */
const DEFAULT_PROFILE = {
  name: "Administrator",
  email: null,
  role: "System Admin",
  lastLogin: null,
} as const;
const PERMISSIONS = ["station_control", "user_management", "system_config"] as const;

/** Remembers the signed-in operator, for display only; rights come from the session cookie. */
export function rememberSession(session: Session): void {
  try {
    if (session.kind === "guest" || !isOperator(session)) {
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

/** The remembered name, until the session is loaded; undefined for a guest. */
export function rememberedName(): string | undefined {
  try {
    if (localStorage.getItem(FLAG_KEY) !== "true") return undefined;
    return nameIn(localStorage.getItem(PROFILE_KEY)) ?? DEFAULT_PROFILE.name;
  } catch {
    return undefined;
  }
}

function nameIn(stored: string | null): string | undefined {
  try {
    const profile: unknown = JSON.parse(stored ?? "null");
    if (typeof profile !== "object" || profile === null || !("name" in profile)) return undefined;
    return typeof profile.name === "string" ? profile.name : undefined;
  } catch {
    return undefined;
  }
}

function profileOf(session: Exclude<Session, { kind: "guest" }>) {
  const permissions = PERMISSIONS.filter((right) => session.rights.includes(right));
  const profile = session.kind === "user" ? accountOf(session) : DEFAULT_PROFILE;
  return { ...profile, avatar: avatarImage(profile.name), permissions };
}

function accountOf(session: Extract<Session, { kind: "user" }>) {
  const { email, role, lastLogin } = session;
  return { name: accountName(session), email, role: roleName(role), lastLogin };
}
