import { MAX_SOCKET_COMMAND_BYTES } from "@neonrelay/contract";
import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { networkOf } from "@neonrelay/process/network-of";
import { knownVisitorId, type NewVisitor } from "../http-kit/visitor-cookie.ts";
import { SESSION_COOKIE } from "../http-kit/session-cookie.ts";
import { hostnameOf, type KnownNames } from "../http-kit/origin-rules.ts";
import type { Peer, PeerFinder } from "../http-kit/peer.ts";
import type { FramePublisher } from "./frame-publisher.ts";
import { SEQUENCE_HEADER } from "./shared-rounds.ts";
import type { Newcomer } from "./socket-member.ts";
import { decideUpgrade } from "./upgrade-rules.ts";

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
  { crowd, welcome }: { readonly crowd: SocketCrowd; readonly welcome: (arrival: Arrival) => void },
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
    acceptor.handleUpgrade(request, stream, head, (socket) =>
      welcome({ socket, stream, newcomer }),
    );
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
