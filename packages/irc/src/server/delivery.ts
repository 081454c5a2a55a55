import type { Capability } from "./capabilities.ts";
import type { Channel, User } from "./users-and-channels.ts";
import type { ErrorNumeric } from "./numerics.ts";
import { Outgoing } from "./outgoing.ts";
import type { ServerState } from "./server-state.ts";
import { sourceOf } from "./user.ts";

/** Builds a message from a user. */
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

/** Builds a message from the server itself. */
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

/** Sends a numeric; puts the nick before the params. */
export function sendNumeric(
  server: ServerState,
  user: User,
  code: string,
  params: readonly string[],
): void {
  user.link.send(fromServer(server, code, [user.nick, ...params]));
}

/** Sends a refusal with the numeric's own text. */
export function sendError(
  server: ServerState,
  user: User,
  error: ErrorNumeric,
  params: readonly string[] = [],
): void {
  sendNumeric(server, user, error.code, [...params, error.text]);
}

/** Sends a refusal as a standard reply, IRCv3 standard-replies. */
export function sendFail(server: ServerState, user: User, params: readonly string[]): void {
  user.link.send(fromServer(server, "FAIL", params));
}

/** Sends to everyone in a channel, or those with a capability. */
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
