import type { IrcServerOptions, LoginOutcome } from "@neonrelay/irc/server";
import { isLoopbackAddress, networkOf } from "@neonrelay/process/client-address";
import { checkSecret, type SecretCheckParts } from "../accounts/secret-check.ts";
import { isPasswordRight } from "../accounts/secrets.ts";
import { roleHas } from "../identity/rights-rules.ts";
import { accountSubject } from "../accounts/sign-in-actions.ts";
import { type Account, findAccount } from "../accounts/account-store.ts";
import { unknownSubject } from "../limits/login-throttle.ts";
import type { Database } from "../database/database.ts";
import { describeRestriction } from "../chat/sanction-rules.ts";
import type { Sanctions } from "../chat/sanctions.ts";
import { foldName } from "../chat/chat-rules.ts";
import type { PresentNick } from "../chat/name-safety-rules.ts";

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
    ...ranksOf(account),
  };
}

/**
 * An account's ranks. A server operator, who sees addresses and ends connections, needs the right to manage accounts; an
 * operator of the station's channel the right to moderate the chat.
 */
export function ranksOf({ role, isActive }: Pick<Account, "role" | "isActive">): {
  readonly mayOperate: boolean;
  readonly keepsChannels: boolean;
} {
  return {
    mayOperate: isActive && roleHas(role, "user_management"),
    keepsChannels: isActive && roleHas(role, "chat_moderation"),
  };
}

type Restrict = IrcServerOptions["restrict"];

/** What a mute or ban in the chat forbids that person on IRC; null: nothing. */
export function restrictionOnIrc(
  sanctions: Pick<Sanctions, "restrictionOf">,
  { accountId, address, nick, host }: Parameters<Restrict>[0],
): ReturnType<Restrict> {
  if (address === undefined) return null;
  const guestKey = `irc:${nick}@${host}`;
  const restriction = sanctions.restrictionOf({
    key: accountId === undefined ? guestKey : `user:${accountId}`,
    browserKey: guestKey,
    network: networkOf(address),
  });
  if (restriction === null) return null;
  const kind = restriction.kind === "mute" ? "mute" : "ban";
  return { kind, words: describeRestriction(restriction).error };
}

/**
 * Nicks in the channel that a nick must not look like, on the station's own server. Users keep their current nick, in
 * either case. Nobody counts as an operator here: a client that returns before its old connection has ended appends a
 * "_" to its nick by itself.
 * @param currentNick of the user who wants it; undefined: not registered yet
 */
export function nicksToCompare(
  nick: string,
  {
    nicks,
    currentNick,
  }: { readonly nicks: readonly string[]; readonly currentNick: string | undefined },
): readonly PresentNick[] {
  const own = currentNick === undefined ? undefined : foldName(currentNick);
  if (foldName(nick) === own) return [];
  return nicks
    .filter((present) => foldName(present) !== own)
    .map((present) => ({ nick: present, isOperator: false }));
}
