import type { LoginOutcome } from "@neonrelay/irc/server";
import { isLoopbackAddress } from "@neonrelay/process/client-address";
import { checkSecret, type SecretCheckParts } from "../accounts/secret-check.ts";
import { isPasswordRight } from "../accounts/secrets.ts";
import { roleHas } from "../identity/rights-rules.ts";
import { accountSubject } from "../accounts/sign-in-actions.ts";
import { findAccount, type Account } from "../accounts/account-store.ts";
import { unknownSubject } from "../limits/login-throttle.ts";
import type { Database } from "../database/database.ts";

/** Signs someone in on the station's own IRC server, with the same throttle as everywhere. */
export async function signInOnIrc(
  parts: SecretCheckParts & { readonly database: Database },
  {
    account: name,
    password,
    address,
  }: { readonly account: string; readonly password: string; readonly address: string },
): Promise<LoginOutcome> {
  const account = await findAccount(parts.database.connection, name);
  const passwordHash = account?.isActive === true ? account.passwordHash : null;
  const checked = await checkSecret(parts, {
    subject: account === null ? unknownSubject(name) : accountSubject(account.id),
    origin: { address, isLoopback: isLoopbackAddress(address) },
    description: "Wrong account or password on IRC",
    isRight: () => isPasswordRight({ password, passwordHash }),
  });
  if (checked.kind !== "right" || account === null) return { kind: "refused" };
  return {
    kind: "accepted",
    accountId: account.id,
    account: account.username,
    mayOperate: mayOperate(account),
    keepsChannels: keepsChannels(account),
  };
}

/**
 * Whether an account may be a server operator, who sees addresses and ends connections: needs the right to manage
 * accounts.
 */
export function mayOperate({ role, isActive }: Pick<Account, "role" | "isActive">): boolean {
  return isActive && roleHas(role, "user_management");
}

/** Whether an account is an operator of the station's channel: needs the right to moderate the chat. */
export function keepsChannels({ role, isActive }: Pick<Account, "role" | "isActive">): boolean {
  return isActive && roleHas(role, "chat_moderation");
}
