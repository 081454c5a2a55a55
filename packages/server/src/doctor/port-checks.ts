import { createServer, connect } from "node:net";
import type { ServerConfig } from "../config/config.ts";
import type { PortProbe, PortState } from "./network-rules.ts";
import { findPortOwner } from "@neonrelay/process/linux-proc";

const CONNECT_MS = 2000;

/** Checks every port that the configuration names. */
export async function checkPorts(
  config: Pick<ServerConfig, "host" | "port" | "streamHost" | "streamPort" | "irc">,
): Promise<readonly PortState[]> {
  return await Promise.all(
    portsOf(config).map(async (port) => ({ ...port, look: await checkPort(port) })),
  );
}

function portsOf({
  host,
  port,
  streamHost,
  streamPort,
  irc: { connection },
}: Parameters<typeof checkPorts>[0]): readonly Omit<PortState, "look">[] {
  const ports = [
    { what: "web app", variable: "PORT", host, port },
    { what: "stream", variable: "STREAM_PORT", host: streamHost, port: streamPort },
  ];
  if (connection.kind !== "embedded") return ports;
  const { host: ircHost, port: ircPort, tls } = connection;
  if (ircPort !== null)
    ports.push({ what: "IRC", variable: "IRC_LISTEN_PORT", host: ircHost, port: ircPort });
  if (tls !== null)
    ports.push({
      what: "IRC with TLS",
      variable: "IRC_LISTEN_TLS_PORT",
      host: ircHost,
      port: tls.port,
    });
  return ports;
}

async function checkPort({ host, port }: Omit<PortState, "look">): Promise<PortProbe> {
  if (port === 0) return { kind: "any" };
  if (await accepts(host, port)) return { kind: "open", by: await findPortOwner(port) };
  const code = await tryToOpen(host, port);
  if (code === null) return { kind: "free" };
  // Taken on another address of this machine.
  if (code === "EADDRINUSE") return { kind: "open", by: await findPortOwner(port) };
  return { kind: "refused", code };
}

/** Services on all addresses are reachable by loopback. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}

async function accepts(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: reachableHost(host), port, timeout: CONNECT_MS });
  socket.once("connect", () => resolve(true));
  socket.once("timeout", () => resolve(false));
  socket.once("error", () => resolve(false));
  const answer = await promise;
  socket.destroy();
  return answer;
}

/** @returns the system's error code; null when the port is available */
async function tryToOpen(host: string, port: number): Promise<string | null> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<string | null>();
  server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  server.listen({ host, port, exclusive: true }, () => resolve(null));
  const code = await promise;
  if (code === null) {
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    await closed.promise;
  }
  return code;
}

/** For URLs of this machine. */
export function ownAddressOf(host: string, port: number): string {
  const reachable = reachableHost(host);
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
