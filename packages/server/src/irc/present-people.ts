import type { Member } from "@neonrelay/irc/client";
import type { Identity } from "@neonrelay/irc/server";
import { networkOf } from "@neonrelay/process/client-address";
import { accountIdOf, personKey } from "../identity/visitor.ts";
import type { PresentBrowser } from "../chat/present-browsers.ts";
import { listLinkedAccounts } from "../accounts/account-store.ts";
import type { Connection } from "../database/database.ts";
import { hostNetwork } from "./speakers.ts";

/** People in the channel, without the bot. */
export type ChannelPeople =
  | { readonly kind: "own-server"; readonly identities: readonly Identity[] }
  | { readonly kind: "network"; readonly members: readonly Member[] };

/** Everyone in the web app or the channel, each person once; see personKey. */
export async function findPresentPeople(
  connection: Connection,
  {
    browsers,
    channel,
    secret,
  }: {
    readonly browsers: Iterable<PresentBrowser>;
    readonly channel: ChannelPeople;
    /** See personKey. */
    readonly secret: string;
  },
): Promise<ReadonlySet<string>> {
  const inChannel =
    channel.kind === "own-server"
      ? channel.identities.flatMap(fromOwnServer)
      : await fromNetwork(connection, channel.members);
  const inBrowsers = [...browsers].map(({ caller, network }) => ({
    accountId: accountIdOf(caller),
    network,
  }));
  return new Set([...inBrowsers, ...inChannel].map((person) => personKey({ ...person, secret })));
}

interface Person {
  readonly accountId: string | null;
  readonly network: string;
}

/** Users from this process chat in browsers and are counted there. */
function fromOwnServer({ accountId, address }: Identity): readonly Person[] {
  if (address === undefined) return [];
  return [{ accountId: accountId ?? null, network: networkOf(address) }];
}

async function fromNetwork(
  connection: Connection,
  members: readonly Member[],
): Promise<readonly Person[]> {
  const linked = members.some(({ account }) => account !== undefined)
    ? await listLinkedAccounts(connection)
    : [];
  const ids = new Map(linked.map(({ ircAccount, id }) => [ircAccount.toLowerCase(), id]));
  return members.map(({ nick, host, account }) => ({
    accountId: (account === undefined ? undefined : ids.get(account.toLowerCase())) ?? null,
    network: hostNetwork(host ?? nick),
  }));
}
