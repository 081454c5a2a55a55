import type { Database } from "../database/database.ts";
import { findAccount, noteLogin, type Account } from "../database/account-store.ts";
import { findSettings } from "../database/settings-store.ts";
import type { SecurityLog } from "../security/security-log.ts";
import type { CheckSlots } from "./check-slots.ts";
import type { LoginThrottle } from "./login-throttle.ts";
import { isPasswordRight } from "./secrets.ts";
import { openSession } from "./session-actions.ts";

export interface SignInParts {
  readonly database: Database;
  readonly throttle: LoginThrottle;
  readonly checkSlots: CheckSlots;
  readonly security: SecurityLog;
}

export type SignInOutcome =
  | { readonly kind: "signed-in"; readonly account: Account | null; readonly token: string }
  | { readonly kind: "wrong" }
  | { readonly kind: "wait"; readonly untilMs: number };

/** How long a caller is to wait while others are being checked. */
const BUSY_MS = 1000;

/** @param address of the caller: failures count for the account and address together */
export async function signIn(
  parts: SignInParts,
  {
    username,
    password,
    address,
  }: { readonly username: string; readonly password: string; readonly address: string },
): Promise<SignInOutcome> {
  return await attempt(parts, {
    subject: `user ${username.toLowerCase()}`,
    address,
    description: "Wrong user name or password",
    check: async () => {
      const account = await findAccount(parts.database.connection, username);
      const passwordHash = account?.isActive === true ? account.passwordHash : null;
      if (!(await isPasswordRight({ password, passwordHash })) || account === null) return null;
      await noteLogin(parts.database.connection, account.id);
      return { account };
    },
  });
}

export async function signInWithAccessCode(
  parts: SignInParts,
  { code, address }: { readonly code: string; readonly address: string },
): Promise<SignInOutcome> {
  return await attempt(parts, {
    subject: "access-code",
    address,
    description: "Wrong access code",
    check: async () => {
      const settings = await findSettings(parts.database.connection);
      const passwordHash = settings?.accessCodeHash ?? null;
      return (await isPasswordRight({ password: code.trim(), passwordHash }))
        ? { account: null }
        : null;
    },
  });
}

async function attempt(
  { database, throttle, checkSlots, security }: SignInParts,
  {
    subject,
    address,
    description,
    check,
  }: {
    readonly subject: string;
    readonly address: string;
    readonly description: string;
    readonly check: () => Promise<{ readonly account: Account | null } | null>;
  },
): Promise<SignInOutcome> {
  const tried = { subject, address };
  const untilMs = throttle.blockedUntilMs(tried);
  if (untilMs !== null) return { kind: "wait", untilMs };
  const checked = await checkSlots.run(async () => {
    // Asked again, because others may have failed meanwhile, and counted before the slow check.
    const stillUntilMs = throttle.blockedUntilMs(tried);
    if (stillUntilMs !== null) return { untilMs: stillUntilMs };
    throttle.noteFailure(tried);
    return { found: await check() };
  });
  if (checked.kind === "busy") return { kind: "wait", untilMs: Date.now() + BUSY_MS };
  if ("untilMs" in checked.outcome) return { kind: "wait", untilMs: checked.outcome.untilMs };
  const { found } = checked.outcome;
  if (found === null) {
    security.note({
      severity: "medium",
      eventType: "sign_in_failed",
      description,
      ipAddress: address,
    });
    return { kind: "wrong" };
  }
  throttle.noteSuccess(tried);
  return {
    kind: "signed-in",
    account: found.account,
    token: await openSession(database, found.account),
  };
}
