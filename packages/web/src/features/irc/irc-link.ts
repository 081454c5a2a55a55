import type { IrcStatus } from "@neonrelay/contract/callers";

/** A link that opens the channel in an IRC client; undefined while the address is unknown. */
export function ircLink({
  server,
  channels: [channel],
}: Pick<IrcStatus, "server" | "channels">): string | undefined {
  if (server === "" || channel === undefined) return undefined;
  // The TLS port on every network.
  const scheme = server.endsWith(":6697") ? "ircs" : "irc";
  return `${scheme}://${server}/${encodeURIComponent(channel)}`;
}
