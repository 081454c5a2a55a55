import {
  findAccount,
  findAccountByIrcAccount,
  listNamesOfOthers,
  listOperatorNames,
} from "./account-store.ts";
import type { Connection } from "../database/database.ts";
import { isReservedName, looksLikeAny } from "./name-rules.ts";

export type NameProblem =
  | { readonly kind: "name-taken"; readonly field: "username" | "email" | "ircAccount" }
  | { readonly kind: "name-reserved"; readonly field: "username" | "name" };

/** The station's own names, which accounts must not take. */
interface KeptNames {
  readonly botName: string;
  readonly stationName: string;
}

/**
 * What is wrong with an account's new names; undefined names stay. Accounts must be locked.
 * @param accountId of the account that gets the names
 */
export async function findNameProblem(
  transaction: Connection,
  {
    accountId,
    username,
    email,
    kept: { botName, stationName },
    isRegistration,
  }: {
    readonly accountId: string;
    readonly username: string | undefined;
    readonly email: string | undefined;
    readonly kept: KeptNames;
    readonly isRegistration: boolean;
  },
): Promise<NameProblem | null> {
  // A one-person station's owner may want an account with the station's name.
  const kept = isRegistration ? [botName, stationName] : [botName];
  if (username !== undefined && isReservedName(username, { kept, isListeners: isRegistration }))
    return { kind: "name-reserved", field: "username" };
  if (username !== undefined && isRegistration) {
    const isLike = looksLikeAny(username, await listOperatorNames(transaction));
    // An identical name counts as taken instead.
    if (isLike && (await findAccount(transaction, username)) === null)
      return { kind: "name-reserved", field: "username" };
  }
  // People can sign in with either, so no user name may be another account's email.
  for (const [field, name] of Object.entries({ username, email })) {
    const holder = name === undefined ? null : await findAccount(transaction, name);
    if (holder !== null && holder.id !== accountId)
      return { kind: "name-taken", field: field === "username" ? "username" : "email" };
  }
  return null;
}

/**
 * What is wrong with an account's new display name. It is shown in place of the user name, so it must not look like the
 * station's or another account's. Accounts must be locked.
 */
export async function findDisplayNameProblem(
  transaction: Connection,
  {
    accountId,
    name,
    kept: { botName, stationName },
    isListeners,
  }: {
    readonly accountId: string;
    readonly name: string;
    readonly kept: KeptNames;
    /** Chosen by a listener. */
    readonly isListeners: boolean;
  },
): Promise<NameProblem | null> {
  const isKept =
    isReservedName(name, { kept: [botName, stationName], isListeners }) ||
    looksLikeAny(name, await listNamesOfOthers(transaction, accountId));
  return isKept ? { kind: "name-reserved", field: "name" } : null;
}

/** What is wrong with the IRC account to link. Accounts must be locked. */
export async function findIrcAccountProblem(
  transaction: Connection,
  { accountId, ircAccount }: { readonly accountId: string; readonly ircAccount: string },
): Promise<NameProblem | null> {
  const holder = await findAccountByIrcAccount(transaction, ircAccount);
  if (holder === null || holder.id === accountId) return null;
  return { kind: "name-taken", field: "ircAccount" };
}
