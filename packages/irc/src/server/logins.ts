import { randomInt } from "node:crypto";
import { fromServer, fromUser, sendNumeric, sendToChannel } from "./delivery.ts";
import { RPL } from "./numerics.ts";
import type { AccountReview, LoginOutcome } from "./server-options.ts";
import { neighboursOf, type ServerState } from "./server-state.ts";
import { refuseNick, refuseReservedNick, renameUser } from "./user-lifecycle.ts";
import type { User } from "./users-and-channels.ts";

type Login = Omit<Extract<LoginOutcome, { kind: "accepted" }>, "kind">;

/**
 * Logs a user in and notifies the user and everyone who sees them. Accounts that keep the channels become operators in
 * registered ones.
 */
export function logIn(
  server: ServerState,
  user: User,
  { accountId, account, keepsChannels }: Login,
): void {
  user.accountId = accountId;
  user.account = account;
  sendLoggedIn(server, user, account);
  changeChannelOperator(server, user, keepsChannels);
}

/**
 * Removes a user's account and with it every rank in registered channels, and notifies them and everyone who sees them.
 */
export function logOut(server: ServerState, user: User): void {
  user.accountId = undefined;
  user.account = undefined;
  endOperator(server, user);
  sendNumeric(server, user, RPL.LOGGEDOUT, [maskOf(user), "You are now logged out"]);
  sendAccount(server, user, "*");
  user.keepsChannels = false;
  for (const channel of user.channels) {
    const membership = channel.members.get(user);
    if (!channel.isRegistered || membership === undefined) continue;
    const ranks = [membership.isOperator ? "o" : "", membership.isVoiced ? "v" : ""].filter(
      Boolean,
    );
    if (ranks.length === 0) continue;
    membership.isOperator = false;
    membership.isVoiced = false;
    const nicks = ranks.map(() => user.nick);
    const change = [channel.name, `-${ranks.join("")}`, ...nicks];
    sendToChannel(channel, fromServer(server, "MODE", change));
  }
}

/** Updates a login to its account's new name, rank, or end. */
export function followAccount(server: ServerState, user: User, review: AccountReview): void {
  if (review.kind === "ended") return logOut(server, user);
  if (user.account !== review.account) {
    user.account = review.account;
    sendLoggedIn(server, user, review.account);
  }
  changeChannelOperator(server, user, review.keepsChannels);
}

/** Removes server operator rank. */
export function endOperator(server: ServerState, user: User): void {
  if (!user.isOperator) return;
  user.isOperator = false;
  user.operatorAccountId = undefined;
  user.link.send(fromServer(server, "MODE", [user.nick, "-o"]));
}

/** Renames a user whose nick is reserved for another. */
export function leaveRefusedNick(server: ServerState, user: User): void {
  if (!user.isRegistered || refuseReservedNick(server, user, user.nick) === undefined) return;
  let nick = guestNick();
  while (refuseNick(server, user, nick) !== undefined) nick = guestNick();
  renameUser(server, user, nick);
}

function guestNick(): string {
  return `Guest${randomInt(10_000, 100_000)}`;
}

function sendLoggedIn(server: ServerState, user: User, account: string): void {
  const words = `You are now logged in as ${account}`;
  sendNumeric(server, user, RPL.LOGGEDIN, [maskOf(user), account, words]);
  sendAccount(server, user, account);
}

/** @param account "*" for none, IRCv3 account-notify */
function sendAccount(server: ServerState, user: User, account: string): void {
  if (!user.isRegistered) return;
  const outgoing = fromUser(server, user, "ACCOUNT", [account]);
  for (const { link } of [user, ...neighboursOf(user)])
    if (link.capabilities.has("account-notify")) link.send(outgoing);
}

function maskOf({ nick, username, host }: User): string {
  return `${nick}!${username || "*"}@${host}`;
}

/** Gives a user operator status in the registered channels they are in, or removes it. */
function changeChannelOperator(server: ServerState, user: User, keepsChannels: boolean): void {
  if (user.keepsChannels === keepsChannels) return;
  user.keepsChannels = keepsChannels;
  for (const channel of user.channels) {
    const membership = channel.members.get(user);
    if (!channel.isRegistered || membership === undefined) continue;
    if (membership.isOperator === keepsChannels) continue;
    membership.isOperator = keepsChannels;
    const change = keepsChannels ? "+o" : "-o";
    sendToChannel(channel, fromServer(server, "MODE", [channel.name, change, user.nick]));
  }
}
