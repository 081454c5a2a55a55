import type { Capability } from "./capabilities.ts";
import type { Channel, User } from "./users-and-channels.ts";
import type { ErrorNumeric } from "./numerics.ts";
import { Outgoing } from "./outgoing.ts";
import type { ServerState } from "./server-state.ts";
import { sourceOf } from "./user.ts";

/** Delivers what a user does to others. */
export function fromUser(
  server: ServerState,
  user: User,
  command: string,
  params: readonly string[],
): Outgoing {
  return new Outgoing({
    source: sourceOf(user),
    command,
    params,
    timeMs: server.options.nowMs(),
    account: user.account,
    isBot: user.isBot,
  });
}

/** What the server itself says. */
export function fromServer(
  server: ServerState,
  command: string,
  params: readonly string[],
): Outgoing {
  return new Outgoing({
    source: command === "ERROR" ? undefined : { name: server.options.name },
    command,
    params,
    timeMs: server.options.nowMs(),
  });
}

/** Answers a user with a numeric; the nick before the params is put there here. */
export function sendNumeric(
  server: ServerState,
  user: User,
  code: string,
  params: readonly string[],
): void {
  user.link.send(fromServer(server, code, [user.nick, ...params]));
}

/** Refuses something, in the words of the numeric. */
export function sendError(
  server: ServerState,
  user: User,
  error: ErrorNumeric,
  params: readonly string[] = [],
): void {
  sendNumeric(server, user, error.code, [...params, error.text]);
}

/** Refuses something by a standard reply, IRCv3 standard-replies. */
export function sendFail(server: ServerState, user: User, params: readonly string[]): void {
  user.link.send(fromServer(server, "FAIL", params));
}

/** Tells everyone in a channel, or those with a capability. */
export function sendToChannel(
  channel: Channel,
  outgoing: Outgoing,
  { except, capability }: { readonly except?: User; readonly capability?: Capability } = {},
): void {
  for (const member of channel.members.keys()) {
    if (member === except) continue;
    if (capability !== undefined && !member.link.capabilities.has(capability)) continue;
    member.link.send(outgoing);
  }
}
