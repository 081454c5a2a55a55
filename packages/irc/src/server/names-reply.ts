import type { Channel, User } from "./users-and-channels.ts";
import { prefixOf } from "./channel.ts";
import { isVisible } from "./channel-rules.ts";
import { sendNumeric } from "./delivery.ts";
import { RPL } from "./numerics.ts";
import type { ServerState } from "./server-state.ts";

/** Bytes of names per 353, with room for the longest server name, nick and channel before them. */
const namesBytes = 320;

/** Lists a channel's members visible to the user, then ends the list. */
export function sendNames(server: ServerState, channel: Channel, user: User): void {
  sendMembers(server, channel, user);
  sendEndOfNames(server, user, channel.name);
}

/** @param names the channels as requested */
export function sendEndOfNames(server: ServerState, user: User, names: string): void {
  sendNumeric(server, user, RPL.ENDOFNAMES, [names, "End of /NAMES list"]);
}

export function sendMembers(server: ServerState, channel: Channel, user: User): void {
  const { capabilities } = user.link;
  const isMember = channel.members.has(user);
  let line = "";
  const flush = () => {
    const symbol = channel.flags.has("s") ? "@" : "=";
    if (line !== "") sendNumeric(server, user, RPL.NAMREPLY, [symbol, channel.name, line]);
    line = "";
  };
  if (isVisible(channel, user))
    for (const [member, membership] of channel.members) {
      if (member.isInvisible && !isMember) continue;
      const prefix = prefixOf(membership, capabilities.has("multi-prefix"));
      const mask = capabilities.has("userhost-in-names")
        ? `!${member.username}@${member.host}`
        : "";
      const name = `${prefix}${member.nick}${mask}`;
      if (line.length + name.length + 1 > namesBytes) flush();
      line += line === "" ? name : ` ${name}`;
    }
  flush();
}
