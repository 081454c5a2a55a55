import type { FastifyInstance } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { acceptedSocket } from "@neonrelay/process/tls-door";
import { trustedProxies } from "@neonrelay/process/client-address";
import { WaitingPlaces } from "@neonrelay/process/waiting-places";
import type { WebServers } from "./web-servers.ts";
import type { RequestLimits } from "../http-kit/request-limits.ts";
import { isLoopbackAddress, networkOf } from "@neonrelay/process/client-address";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { PeerFinder } from "../http-kit/peer.ts";

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

const RETRY_MS = 1000;

/**
 * Limits a network's unanswered calls to its connection limit: behind a proxy, where everyone shares the proxy's
 * connections, and for clients that send many calls on one connection.
 */
export function addCallPlaces(
  app: FastifyInstance,
  {
    limits: { connections },
    findPeer,
  }: { readonly limits: Pick<RequestLimits, "connections">; readonly findPeer: PeerFinder },
): void {
  const underWay = new Map<string, number>();
  const ofSocket = new WeakMap<Socket, Set<() => void>>();
  /** Answers queued behind others get no event of their own when the connection ends. */
  const releasesOf = (socket: Socket): Set<() => void> => {
    const known = ofSocket.get(socket);
    if (known !== undefined) return known;
    const releases = new Set<() => void>();
    socket.once("close", () => {
      for (const release of releases) release();
    });
    ofSocket.set(socket, releases);
    return releases;
  };
  app.addHook("onRequest", async ({ raw }, reply) => {
    const { address } = findPeer(raw);
    const network = networkOf(address);
    const count = underWay.get(network) ?? 0;
    const { perNetwork, fromLoopback } = connections;
    if (count >= (isLoopbackAddress(address) ? fromLoopback : perNetwork))
      throw new ApiFailure({
        error: "Too many calls at once from your network; try again in a moment",
        code: "too_many_requests",
        retryAt: new Date(Date.now() + RETRY_MS).toISOString(),
      });
    underWay.set(network, count + 1);
    const releases = releasesOf(raw.socket);
    const release = (): void => {
      if (!releases.delete(release)) return;
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    };
    releases.add(release);
    reply.raw.once("close", release);
  });
}
