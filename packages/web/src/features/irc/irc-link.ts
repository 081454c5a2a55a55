import type { IrcStatus } from "@neonrelay/contract/callers";

/** Opens the channel in an IRC program; undefined while it is not known where that is. */
export function ircLink({
  server,
  channels: [channel],
}: Pick<IrcStatus, "server" | "channels">): string | undefined {
  if (server === "" || channel === undefined) return undefined;
  // The port of TLS on every network.
  const scheme = server.endsWith(":6697") ? "ircs" : "irc";
  return `${scheme}://${server}/${encodeURIComponent(channel)}`;
}
