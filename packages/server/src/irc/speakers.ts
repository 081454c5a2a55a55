import type { IrcEvent, Member } from "@neonrelay/irc/client";
import { toRequester } from "../accounts/visitor.ts";
import { findAccount, findAccountByIrcAccount, type Account } from "../database/account-store.ts";
import type { Connection } from "../database/database.ts";
import type { WebSpeaker } from "../station-events.ts";
import type { Speaker } from "./bot/speaker.ts";
import { isChannelOperator } from "./member-rules.ts";

type MessageEvent = Extract<IrcEvent, { type: "message" }>;

/** Somebody who said something in a browser. */
export function toWebSpeaker({
  nick,
  speaker: { caller, visitor },
  isEmbeddedServer,
}: {
  readonly nick: string;
  readonly speaker: WebSpeaker;
  readonly isEmbeddedServer: boolean;
}): Speaker {
  return {
    nick,
    origin: "web",
    isChannelOperator: false,
    isEmbeddedServer,
    account: caller.kind === "user" ? { id: caller.accountId, role: caller.role } : null,
    requester: toRequester(caller, visitor),
    isPresent: true,
  };
}

/** Somebody who said something on IRC: what they may follows from their account, and from the channel at this moment. */
export async function findIrcSpeaker(
  connection: Connection,
  {
    event: { from, account: ircAccount },
    member,
    isEmbeddedServer,
  }: {
    readonly event: Pick<MessageEvent, "from" | "account">;
    /** undefined: not in the channel. */
    readonly member: Member | undefined;
    readonly isEmbeddedServer: boolean;
  },
): Promise<Speaker> {
  const account = await findStationAccount(connection, {
    ircAccount: ircAccount ?? member?.account,
    isEmbeddedServer,
  });
  const role = account?.role;
  return {
    nick: from.name,
    origin: "irc",
    isChannelOperator: member !== undefined && isChannelOperator(member),
    isEmbeddedServer,
    account: account === null ? null : { id: account.id, role: account.role },
    requester: {
      key:
        account === null
          ? `irc:${from.user ?? ""}@${from.host ?? from.name}`
          : `user:${account.id}`,
      network: null,
      name: from.name,
      isOperator: role !== undefined && role !== "listener",
    },
    isPresent: member !== undefined,
  };
}

async function findStationAccount(
  connection: Connection,
  {
    ircAccount,
    isEmbeddedServer,
  }: { readonly ircAccount: string | undefined; readonly isEmbeddedServer: boolean },
): Promise<Account | null> {
  if (ircAccount === undefined) return null;
  const account = isEmbeddedServer
    ? await findAccount(connection, ircAccount)
    : await findAccountByIrcAccount(connection, ircAccount);
  return account?.isActive === true ? account : null;
}
