import type { Database } from "../database/database.ts";
import { findAccount, recordLogin, type Account } from "./account-store.ts";
import { findSettings } from "../settings/settings-store.ts";
import { checkSecret, type SecretCheckOutcome, type SecretCheckParts } from "./secret-check.ts";
import type { Origin } from "../identity/visitor.ts";
import { isPasswordRight } from "./secrets.ts";
import { unknownSubject } from "../limits/login-throttle.ts";
import type { StationEvents } from "../events/station-events.ts";
import { endOldSessions, openSession } from "./session-actions.ts";

export interface SignInParts extends SecretCheckParts {
  readonly database: Database;
  readonly events: StationEvents;
}

export type SignInOutcome =
  | { readonly kind: "signed-in"; readonly account: Account | null; readonly token: string }
  | Exclude<SecretCheckOutcome, { readonly kind: "right" }>;

/** @param username user name or email */
export async function signIn(
  parts: SignInParts,
  {
    username,
    password,
    origin,
  }: { readonly username: string; readonly password: string; readonly origin: Origin },
): Promise<SignInOutcome> {
  const account = await findAccount(parts.database.connection, username);
  const passwordHash = account?.isActive === true ? account.passwordHash : null;
  const checked = await checkSecret(parts, {
    // The same whether the user name or the email was typed.
    subject: account === null ? unknownSubject(username) : accountSubject(account.id),
    origin,
    description: describeFailure(account),
    isRight: () => isPasswordRight({ password, passwordHash }),
  });
  if (checked.kind !== "right") return checked;
  if (account === null || passwordHash === null)
    throw new Error("there was no password to be right");
  const token = await parts.database.transaction(async (transaction) => {
    const isStill = await recordLogin(transaction, { accountId: account.id, passwordHash });
    return isStill ? await openSession({ connection: transaction }, account) : null;
  });
  // It was disabled or given another password during the check.
  if (token === null) return { kind: "wrong" };
  await endOldSessions(parts, account.id);
  return { kind: "signed-in", account, token };
}

export async function signInWithAccessCode(
  parts: SignInParts,
  { code, origin }: { readonly code: string; readonly origin: Origin },
): Promise<SignInOutcome> {
  const settings = await findSettings(parts.database.connection);
  const passwordHash = settings?.accessCodeHash ?? null;
  const checked = await checkSecret(parts, {
    subject: "access-code",
    origin,
    description: "Wrong access code",
    isRight: () => isPasswordRight({ password: code.trim(), passwordHash }),
  });
  if (checked.kind !== "right") return checked;
  const token = await parts.database.transaction(async (transaction) => {
    const still = await findSettings(transaction, { isLocked: true });
    return still?.accessCodeHash === passwordHash
      ? await openSession({ connection: transaction }, null)
      : null;
  });
  return token === null ? { kind: "wrong" } : { kind: "signed-in", account: null, token };
}

/** The throttle's subject for failed passwords of an account. */
export function accountSubject(accountId: string): string {
  return `account ${accountId}`;
}

/** An unknown name may be a password typed into the wrong field, so the log omits it. */
function describeFailure(account: Account | null): string {
  if (account === null) return "Sign-in with an unknown user name";
  if (!account.isActive) return `Sign-in to the disabled account '${account.username}'`;
  if (account.passwordHash === null)
    return `Sign-in to the account '${account.username}', which has no password yet`;
  return `Wrong password for the account '${account.username}'`;
}
