import { fromServer, sendToChannel } from "./delivery.ts";
import type { ServerState } from "./server-state.ts";
import type { User } from "./users-and-channels.ts";

/** Gives a user operator status in the registered channels they are in, or removes it. */
export function changeChannelOperator(
  server: ServerState,
  user: User,
  keepsChannels: boolean,
): void {
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
