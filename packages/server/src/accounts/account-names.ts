import { findAccount, findAccountByIrcAccount, listOperatorNames } from "./account-store.ts";
import type { Connection } from "../database/database.ts";
import { isReservedName, looksLikeAny } from "./name-rules.ts";

export type NameProblem =
  | { readonly kind: "name-taken"; readonly field: "username" | "email" | "ircAccount" }
  | { readonly kind: "name-reserved" };

/**
 * What is wrong with the names an account is to have; undefined is one that stays. Accounts must be locked.
 * @param accountId of the account that is to have them
 */
export async function findNameProblem(
  transaction: Connection,
  {
    accountId,
    username,
    email,
    botName,
    isRegistration,
  }: {
    readonly accountId: string;
    readonly username: string | undefined;
    readonly email: string | undefined;
    readonly botName: string;
    readonly isRegistration: boolean;
  },
): Promise<NameProblem | null> {
  if (username !== undefined && isReservedName({ username, botName, isRegistration }))
    return { kind: "name-reserved" };
  if (username !== undefined && isRegistration) {
    const isLike = looksLikeAny(username, await listOperatorNames(transaction));
    // One that is quite the same is taken.
    if (isLike && (await findAccount(transaction, username)) === null)
      return { kind: "name-reserved" };
  }
  // Signing in takes either, so no user name may be another account's email.
  for (const [field, name] of Object.entries({ username, email })) {
    const holder = name === undefined ? null : await findAccount(transaction, name);
    if (holder !== null && holder.id !== accountId)
      return { kind: "name-taken", field: field === "username" ? "username" : "email" };
  }
  return null;
}

/** What is wrong with the IRC account to link with an account. Accounts must be locked. */
export async function findIrcAccountProblem(
  transaction: Connection,
  { accountId, ircAccount }: { readonly accountId: string; readonly ircAccount: string },
): Promise<NameProblem | null> {
  const holder = await findAccountByIrcAccount(transaction, ircAccount);
  if (holder === null || holder.id === accountId) return null;
  return { kind: "name-taken", field: "ircAccount" };
}
