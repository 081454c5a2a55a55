import { StartUpError } from "@neonrelay/process/part";
import { findPortOwner } from "@neonrelay/process/linux-proc";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import type { FastifyInstance } from "fastify";
import type { ServerConfig } from "../config/config.ts";

/**
 * Listens on the previous process's socket if the launcher kept it: clients that connected in between wait there.
 * @returns the address at which this machine reaches the web port
 */
export async function listen({
  app,
  config: { host, port, isPortKept, tls, node },
  channel,
}: {
  readonly app: FastifyInstance;
  readonly config: ServerConfig;
  readonly channel: LauncherChannel | null;
}): Promise<string> {
  try {
    const kept = isPortKept && channel !== null ? { handle: await channel.webPort() } : {};
    await app.listen({ host, port, ...kept });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    throw new StartUpError(
      isTaken
        ? `Port ${port} on ${host} is taken by ${(await findPortOwner(port)) ?? "another program"}; stop it or set PORT`
        : `The web server can't listen on ${host}:${port} (${reason}); set HOST and PORT`,
      { cause },
    );
  }
  // For localhost there are two sockets, of IPv4 and IPv6: the next process opens both again.
  // Clients of a node that is gone should find a closed port and go to another node.
  if (!isPortKept && host !== "localhost" && node === null) channel?.keepWebPort(app.server);
  const address = app.server.address();
  if (address === null || typeof address === "string")
    throw new Error("the web server has no address");
  return `${tls === null ? "http" : "https"}://${shownHost(host)}:${address.port}/`;
}

/** From this machine, "all addresses" is reachable as localhost. */
function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
