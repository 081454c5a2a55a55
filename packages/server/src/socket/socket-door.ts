import { MAX_SOCKET_COMMAND_BYTES } from "@neonrelay/contract";
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { networkOf } from "@neonrelay/process/client-address";
import { knownVisitorId, type NewVisitor, SESSION_COOKIE } from "../http-kit/cookies.ts";
import { hostnameOf, isKnownHost, isOwnOrigin, type KnownNames } from "../http-kit/origin-rules.ts";
import type { Peer, PeerFinder } from "../http-kit/peer.ts";
import { type FramePublisher, SEQUENCE_HEADER } from "./shared-rounds.ts";
import type { Newcomer } from "./socket-member.ts";
import { createTokenBuckets } from "../limits/rate-limit.ts";

export interface SocketDoorOptions {
  readonly server: Server;
  readonly knownNames: KnownNames;
  readonly findPeer: PeerFinder;
  readonly parseCookie: (header: string) => { readonly [name: string]: string | undefined };
  /** For a browser that comes without a visitor's cookie. */
  readonly newVisitor: (protocol: Peer["protocol"]) => NewVisitor;
  /** null: there are no other nodes. */
  readonly publisher: FramePublisher | null;
}

/** Who is in already. */
export interface SocketCrowd {
  readonly sockets: number;
  socketsOf(network: string): number;
  /** Counts one more. @returns false when there were too many lately */
  takeUpgrade(network: string): boolean;
}

export interface Arrival {
  readonly socket: WebSocket;
  /** The connection below. */
  readonly stream: Duplex;
  readonly newcomer: Newcomer;
}

/**
 * Lets browsers in on /ws; the server gives us those requests alone, see isSocketRequest.
 * @returns stops accepting sockets
 */
export function openSocketDoor(
  { server, knownNames, findPeer, parseCookie, newVisitor, publisher }: SocketDoorOptions,
  { crowd, accept }: { readonly crowd: SocketCrowd; readonly accept: (arrival: Arrival) => void },
): () => void {
  const acceptor = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_SOCKET_COMMAND_BYTES,
    // Frames are made once for all sockets.
    perMessageDeflate: false,
    clientTracking: false,
  });
  const newVisitors = new WeakMap<IncomingMessage, NewVisitor>();
  acceptor.on("headers", (headers, request) => {
    const visitor = newVisitors.get(request);
    if (visitor !== undefined) headers.push(`Set-Cookie: ${visitor.cookie}`);
    // The socket joins in the same turn: it misses no round and gets none twice.
    if (publisher?.isAskedBy(request) === true)
      headers.push(`${SEQUENCE_HEADER}: ${publisher.sequence}`);
  });
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on("error", () => {}); // a browser that leaves while it is let in
    const { address, protocol, host } = findPeer(request);
    const network = networkOf(address);
    const decision = decideUpgrade({
      host,
      origin: request.headers.origin,
      hasCookie: request.headers.cookie !== undefined,
      protocol,
      knownNames,
      sockets: crowd.sockets,
      socketsOfNetwork: crowd.socketsOf(network),
      takeUpgrade: () => crowd.takeUpgrade(network),
    });
    if (decision.kind === "refused") return refuse(stream, decision.status);
    const cookies = parseCookie(request.headers.cookie ?? "");
    let visitorId = knownVisitorId(cookies);
    if (visitorId === null) {
      const visitor = newVisitor(protocol);
      newVisitors.set(request, visitor);
      visitorId = visitor.id;
    }
    const newcomer: Newcomer = {
      hostname: hostnameOf(host) ?? "localhost",
      address,
      network,
      token: cookies[SESSION_COOKIE],
      visitorId,
      isElsewhere: publisher?.isAskedBy(request) === true,
    };
    acceptor.handleUpgrade(request, stream, head, (socket) => accept({ socket, stream, newcomer }));
  };
  server.on("upgrade", onUpgrade);
  return () => void server.off("upgrade", onUpgrade);
}

/** Cut off after the reason was sent: Node forgets a connection that asked for an upgrade, and it would stay open for ever. */
function refuse(stream: Duplex, status: number): void {
  const retryAfter = status === 429 ? "Retry-After: 1\r\n" : "";
  stream.once("finish", () => stream.destroy());
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${retryAfter}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

/**
 * Whether a request wants to become our socket. Any other upgrade (`curl --http2` asks for h2c) is an offer that we
 * do not have to take, RFC 9110 §7.8: the request is answered like one without it.
 */
export function isSocketRequest({
  url,
  headers,
}: {
  readonly url?: string | undefined;
  readonly headers: { readonly upgrade?: string | undefined };
}): boolean {
  return url?.split("?")[0] === "/ws" && headers.upgrade?.toLowerCase() === "websocket";
}

/** Whether a request to /ws becomes a socket, or the status it is refused with. */
type UpgradeDecision =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly status: 400 | 403 | 429 | 503 };

/** Sockets at once, of everyone and of one network, see networkOf. */
export const MAX_SOCKETS = 12_000;
export const MAX_SOCKETS_PER_NETWORK = 200;
/** Of the former, kept for networks that hold none yet. */
export const RESERVED_SOCKETS = MAX_SOCKETS / 20;

export function decideUpgrade({
  host,
  origin,
  hasCookie,
  protocol,
  knownNames,
  sockets,
  socketsOfNetwork,
  takeUpgrade,
}: {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly hasCookie: boolean;
  readonly protocol: "http" | "https";
  readonly knownNames: KnownNames;
  readonly sockets: number;
  readonly socketsOfNetwork: number;
  /** Counts one more for its network, false when there were too many; what another site's page tries does not count. */
  readonly takeUpgrade: () => boolean;
}): UpgradeDecision {
  if (!isKnownHost(host, knownNames)) return { kind: "refused", status: 400 };
  const ownOrigin = `${protocol}://${host ?? ""}`;
  const { publicOrigin } = knownNames;
  if (!isOwnOrigin({ origin, ownOrigin, publicOrigin, hasCookie }))
    return { kind: "refused", status: 403 };
  if (!takeUpgrade()) return { kind: "refused", status: 429 };
  const reserved = socketsOfNetwork === 0 ? 0 : RESERVED_SOCKETS;
  if (sockets >= MAX_SOCKETS - reserved || socketsOfNetwork >= MAX_SOCKETS_PER_NETWORK)
    return { kind: "refused", status: 503 };
  return { kind: "accepted" };
}

/** Counts the sockets of each network, how fast they come, and their commands; the last two outlive the sockets. */
export interface SocketAddresses {
  socketsOf(network: string): number;
  add(network: string): void;
  remove(network: string): void;
  /** Counts one more that wants to become a socket. @returns false when there were too many */
  takeUpgrade(network: string, nowMs: number): boolean;
  /** Counts one more command. @returns false when there were too many */
  takeCommand(network: string, nowMs: number): boolean;
}

/** All sockets of a network may come at once, and once more when the server restarts. */
const upgradeRate = { burst: 2 * MAX_SOCKETS_PER_NETWORK, perSecond: 10 };
/** A network may send ten times what a socket may. */
const commandRate = { burst: 200, perSecond: 50 };

export function createSocketAddresses(): SocketAddresses {
  const sockets = new Map<string, number>();
  const upgrades = createTokenBuckets(upgradeRate);
  const commands = createTokenBuckets(commandRate);
  const socketsOf = (network: string): number => sockets.get(network) ?? 0;
  return {
    socketsOf,
    add: (network) => void sockets.set(network, socketsOf(network) + 1),
    remove: (network) => {
      const left = socketsOf(network) - 1;
      if (left > 0) sockets.set(network, left);
      else sockets.delete(network);
    },
    takeUpgrade: (network, nowMs) => upgrades(network).take(nowMs),
    takeCommand: (network, nowMs) => commands(network).take(nowMs),
  };
}
