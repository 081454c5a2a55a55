import type { Database } from "../database/database.ts";
import { findAccount, noteLogin, type Account } from "../database/account-store.ts";
import { insertSecurityEvent } from "../database/log-store.ts";
import { findSettings } from "../database/settings-store.ts";
import type { LoginThrottle } from "./login-throttle.ts";
import { isPasswordRight } from "./secrets.ts";
import { openSession } from "./session-actions.ts";

export interface SignInParts {
  readonly database: Database;
  readonly throttle: LoginThrottle;
}

export type SignInOutcome =
  | { readonly kind: "signed-in"; readonly account: Account | null; readonly token: string }
  | { readonly kind: "wrong" }
  | { readonly kind: "wait"; readonly untilMs: number };

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
    key: `user ${username.toLowerCase()} ${address}`,
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
    key: `access-code ${address}`,
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
  { database, throttle }: SignInParts,
  {
    key,
    address,
    description,
    check,
  }: {
    readonly key: string;
    readonly address: string;
    readonly description: string;
    readonly check: () => Promise<{ readonly account: Account | null } | null>;
  },
): Promise<SignInOutcome> {
  const untilMs = throttle.blockedUntilMs(key);
  if (untilMs !== null) return { kind: "wait", untilMs };
  // Counted before the slow check, so that many at once don't all pass the throttle.
  throttle.noteFailure(key);
  const found = await check();
  if (found === null) {
    await insertSecurityEvent(database.connection, {
      severity: "medium",
      eventType: "sign_in_failed",
      description,
      ipAddress: address,
    });
    return { kind: "wrong" };
  }
  throttle.noteSuccess(key);
  return {
    kind: "signed-in",
    account: found.account,
    token: await openSession(database, found.account),
  };
}
