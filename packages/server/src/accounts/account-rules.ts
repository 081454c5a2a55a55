import type { Role } from "@neonrelay/contract";
import type { Caller } from "../identity/rights-rules.ts";

/** The facts that decide about account changes. */
export interface AccountState {
  readonly role: Role;
  readonly isActive: boolean;
  /** Has a password. */
  readonly canSignIn: boolean;
}

export type AccountDecision =
  | "allowed"
  /** Only super admins may manage or create super admins. */
  | "needs-super-admin"
  /** The access code may not manage or create admins. */
  | "needs-own-account"
  /** No super admin would remain. */
  | "last-super-admin";

/**
 * Whether a caller with the right user_management may create (`before: null`), change or remove (`after: null`) an
 * account.
 * @param otherSuperAdmins active super admins with a password, without this account
 */
export function decideAccountChange({
  caller,
  before,
  after,
  otherSuperAdmins,
}: {
  readonly caller: Caller;
  readonly before: AccountState | null;
  readonly after: AccountState | null;
  readonly otherSuperAdmins: number;
}): AccountDecision {
  // Both count: no account above the caller may be lowered, and none raised above the caller.
  const roles = [before, after].flatMap((state) => state?.role ?? []);
  for (const role of roles) {
    const decision = decideManaging(caller, role);
    if (decision !== "allowed") return decision;
  }
  const isOneLess = mayDoEverything(before) && !mayDoEverything(after);
  return isOneLess && otherSuperAdmins === 0 ? "last-super-admin" : "allowed";
}

/** Which of an account's sessions a change ends: all, or all except the one that asked. */
export function sessionsEndedBy({
  before,
  after,
  hasNewPassword,
}: {
  readonly before: AccountState;
  readonly after: AccountState | null;
  readonly hasNewPassword: boolean;
}): "none" | "others" | "all" {
  if (after === null || !after.isActive || after.role !== before.role) return "all";
  return hasNewPassword ? "others" : "none";
}

function decideManaging(caller: Caller, role: Role): AccountDecision {
  const isSuperAdmin = caller.kind === "user" && caller.role === "super_admin";
  if (isSuperAdmin) return "allowed";
  if (role === "super_admin") return "needs-super-admin";
  return caller.kind === "access-code" && role === "admin" ? "needs-own-account" : "allowed";
}

function mayDoEverything(state: AccountState | null): boolean {
  return state !== null && state.role === "super_admin" && state.isActive && state.canSignIn;
}
