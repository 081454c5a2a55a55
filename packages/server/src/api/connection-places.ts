import type { FastifyInstance } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { acceptedSocket } from "@neonrelay/process/tls-door";
import { trustedProxies } from "@neonrelay/process/trusted-proxies";
import { WaitingPlaces } from "@neonrelay/process/waiting-places";
import type { WebServers } from "./web-servers.ts";
import type { RequestLimits } from "../http-kit/request-limits.ts";

/** Questions on one connection whose answers are not out; browsers and proxies ask one at a time. */
const MAX_QUESTIONS = 16;

/**
 * Bounds the connections of the web port that ask, are answered, or stay for another question. Sockets of /ws are
 * counted by those who let them in.
 */
export function addConnectionPlaces(
  app: FastifyInstance,
  {
    limits,
    trustProxy,
    servers,
  }: {
    readonly limits: RequestLimits;
    readonly trustProxy: readonly string[];
    readonly servers: WebServers;
  },
): void {
  const proxies = trustedProxies(trustProxy);
  const places = new WaitingPlaces({
    ...limits.connections,
    isProxy: (address) => proxies.isTrusted(address),
  });
  app.server.on("connection", (socket: Socket) => {
    places.take(socket, socket.remoteAddress ?? "");
  });
  app.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const accepted = acceptedSocket(socket);
    if (places.served(accepted) > MAX_QUESTIONS) return void accepted.destroy();
    response.once("finish", () => places.answered(accepted));
    return undefined;
  });
  app.server.on("upgrade", ({ socket }: IncomingMessage) => places.leave(acceptedSocket(socket)));
  // On-air bounds its DJs.
  servers.onLive((socket) => places.leave(acceptedSocket(socket)));
}
