import type { IrcEvent, Member } from "@neonrelay/irc/client";
import type { Identity } from "@neonrelay/irc/server";
import { networkOf } from "@neonrelay/process/client-address";
import { accountIdOf, personKey, toRequester } from "../identity/visitor.ts";
import {
  findAccountById,
  findAccountByIrcAccount,
  type Account,
} from "../accounts/account-store.ts";
import type { Connection } from "../database/database.ts";
import type { WebSpeaker } from "../events/station-events.ts";
import type { Speaker } from "./bot/command.ts";
import { isChannelOperator } from "./member-rules.ts";

type MessageEvent = Extract<IrcEvent, { type: "message" }>;

/** Where the channel is and how its members are identified. */
export type IrcPlace =
  /** The station's own server, which knows accounts and addresses; null: they have left or changed nick. */
  | { readonly kind: "own-server"; readonly identity: Identity | null }
  | { readonly kind: "network" };

/** The author of a message from a browser. */
export function toWebSpeaker({
  nick,
  speaker: { caller, visitor },
  isEmbeddedServer,
  secret,
}: {
  readonly nick: string;
  readonly speaker: WebSpeaker;
  readonly isEmbeddedServer: boolean;
  /** See personKey. */
  readonly secret: string;
}): Speaker {
  const { network } = visitor;
  return {
    nick,
    origin: "web",
    isChannelOperator: false,
    isEmbeddedServer,
    account: caller.kind === "user" ? { id: caller.accountId, role: caller.role } : null,
    // Same as for a nick from IRC: the channel saw the name that asked.
    requester: { ...toRequester(caller, visitor), name: nick },
    personKey: personKey({ accountId: accountIdOf(caller), network, secret }),
  };
}

/** The author of a message on IRC; their rights follow from their account and current rank in the channel. */
export async function findIrcSpeaker(
  connection: Connection,
  {
    event: { from, account: ircAccount },
    member,
    place,
    secret,
  }: {
    readonly event: Pick<MessageEvent, "from" | "account">;
    /** undefined: not in the channel. */
    readonly member: Member | undefined;
    readonly place: IrcPlace;
    /** See personKey. */
    readonly secret: string;
  },
): Promise<Speaker> {
  const account = await findStationAccount(connection, {
    place,
    ircAccount: ircAccount ?? member?.account,
  });
  const accountId = account?.id ?? null;
  const host = from.host ?? from.name;
  const address = place.kind === "own-server" ? place.identity?.address : undefined;
  const network = address === undefined ? hostNetwork(host) : networkOf(address);
  return {
    nick: from.name,
    origin: "irc",
    isChannelOperator: member !== undefined && isChannelOperator(member),
    isEmbeddedServer: place.kind === "own-server",
    account: account === null ? null : { id: account.id, role: account.role },
    requester: {
      key: account === null ? `irc:${from.user ?? ""}@${host}` : `user:${account.id}`,
      network,
      name: from.name,
      isOperator: account !== null && account.role !== "listener",
    },
    personKey: personKey({ accountId, network, secret }),
  };
}

/** Identifies a user's network by the host only: users choose the parts before it. */
export function hostNetwork(host: string): string {
  return `irc:${host.toLowerCase()}`;
}

async function findStationAccount(
  connection: Connection,
  { place, ircAccount }: { readonly place: IrcPlace; readonly ircAccount: string | undefined },
): Promise<Account | null> {
  const account = await findLinked(connection, { place, ircAccount });
  return account?.isActive === true ? account : null;
}

async function findLinked(
  connection: Connection,
  { place, ircAccount }: { readonly place: IrcPlace; readonly ircAccount: string | undefined },
): Promise<Account | null> {
  if (place.kind === "own-server") {
    const accountId = place.identity?.accountId;
    return accountId === undefined ? null : await findAccountById(connection, accountId);
  }
  return ircAccount === undefined ? null : await findAccountByIrcAccount(connection, ircAccount);
}
