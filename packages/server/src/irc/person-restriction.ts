import type { IrcServerOptions } from "@neonrelay/irc/server";
import { networkOf } from "@neonrelay/process/client-address";
import { describeRestriction } from "../chat/sanction-rules.ts";
import type { Sanctions } from "../chat/sanctions.ts";

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
