import type { FastifyInstance } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { acceptedSocket } from "@neonrelay/process/tls-door";
import { trustedProxies } from "@neonrelay/process/client-address";
import { WaitingPlaces } from "@neonrelay/process/waiting-places";
import type { WebServers } from "./web-servers.ts";
import type { RequestLimits } from "../http-kit/request-limits.ts";

/** Unanswered requests per connection; browsers and proxies send one at a time. */
const MAX_QUESTIONS = 16;

/**
 * Limits the web port's connections, whether they send a request, wait for an answer or are kept alive. WebSockets on
 * /ws are counted where they are accepted.
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
  // On-air limits its DJs itself.
  servers.onLive((socket) => places.leave(acceptedSocket(socket)));
}
