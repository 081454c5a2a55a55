import type { Logger } from "@neonrelay/process/log";
import { MAX_SOCKET_COMMAND_BYTES } from "@neonrelay/contract";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { FrameBus } from "../../bus/frame-bus.ts";
import type { Holder } from "../../database/node-lease-rules.ts";
import { hostnameOf } from "../../http-kit/origin-rules.ts";
import type { Peer } from "../../http-kit/peer.ts";
import { PingTurns, textFrame } from "../../socket/browser-socket.ts";
import type { SharedMessage, SharedRound } from "../../socket/shared-rounds.ts";
import { createBatch, SocketRounds, type RoundMessage } from "../../socket/socket-rounds.ts";
import { NodeVisitor } from "./node-visitor.ts";
import { RoundFollower } from "./round-follower.ts";
import { openUpstream, type OpenedUpstream } from "./upstream-socket.ts";

/** Rounds kept for a socket whose first messages are older than what this node has heard. */
const MAX_RECENT = 256;
/**
 * Browsers per turn when those that missed something are sent away. Each reconnects a second later, and then asks the
 * serving node for everything its page shows.
 */
const AWAY_AT_ONCE = 25;
const AWAY_EVERY_MS = 100;

/** Outcome of a request for a socket. */
type Joined = { readonly kind: "joined" } | Exclude<OpenedUpstream, { readonly kind: "opened" }>;

interface NodeSocketsOptions {
  /** Owned by the caller. */
  readonly bus: FrameBus;
  readonly holder: Holder;
  readonly log: Logger;
}

interface SocketRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly peer: Peer;
  /** Aborted when the client is gone, or the holder has lost the lease. */
  readonly signal: AbortSignal;
}

/** One holder's sockets that end at a waiting node, which writes the holder's messages to all of them. */
export class NodeSockets {
  readonly #holder: Holder;
  readonly #follower: RoundFollower;
  readonly #log: Logger;
  readonly #members = new Set<NodeVisitor>();
  readonly #rounds: SocketRounds;
  readonly #pings: PingTurns;
  readonly #cookies = new WeakMap<IncomingMessage, readonly string[]>();
  readonly #acceptor = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_SOCKET_COMMAND_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  #recent: SharedRound[] = [];
  /** Members that missed something and wait for their turn to reconnect. Until then they get new messages. */
  readonly #stale = new Set<NodeVisitor>();
  #staleTimer: NodeJS.Timeout | null = null;

  /** @param options.bus owned by the caller */
  constructor({ bus, holder, log }: NodeSocketsOptions) {
    this.#holder = holder;
    this.#log = log;
    this.#follower = new RoundFollower({
      bus,
      secret: holder.secret,
      take: (round) => this.#take(round),
      lose: (reason) => this.#lose(reason),
    });
    this.#rounds = new SocketRounds({ members: this.#members, publisher: null, log });
    this.#pings = new PingTurns(this.#members, () => {});
    this.#acceptor.on("headers", (headers, request) => {
      for (const cookie of this.#cookies.get(request) ?? []) headers.push(`Set-Cookie: ${cookie}`);
    });
  }

  /** Whether sockets can end here: this node hears what the holder publishes. */
  get isLive(): boolean {
    return this.#follower.isLive;
  }

  /** Opens the socket at the holder, then here; the former ends with the signal. Never throws. */
  async join({ request, socket, head, peer, signal }: SocketRequest): Promise<Joined> {
    const opened = await openUpstream({ request, holder: this.#holder, peer, signal });
    if (opened.kind !== "opened") return opened;
    const { upstream, sequence, cookies } = opened;
    this.#cookies.set(request, cookies);
    this.#acceptor.handleUpgrade(request, socket, head, (accepted) =>
      this.#accept({ socket: accepted, stream: socket, upstream, after: sequence, peer }),
    );
    return { kind: "joined" };
  }

  /** The sockets end with their counterparts at the holder. */
  close(): void {
    this.#follower.close();
    this.#pings.close();
    this.#stale.clear();
    this.#sendSomeAway();
    void this.#rounds.close();
  }

  #accept({
    peer,
    ...options
  }: {
    readonly socket: WebSocket;
    readonly stream: Duplex;
    readonly upstream: WebSocket;
    readonly after: number;
    readonly peer: Peer;
  }): void {
    const hostname = hostnameOf(peer.host) ?? "localhost";
    const visitor = new NodeVisitor({ ...options, hostname, pingTurn: this.#pings.turn });
    const missed = this.#missedBy(visitor);
    if (!this.isLive || missed === null) return visitor.sendAway();
    for (const round of missed) {
      const batch = createBatch(messagesOf(round), hostname);
      if (batch !== null) visitor.socket.send(batch);
    }
    this.#members.add(visitor);
    options.socket.on("close", () => {
      this.#members.delete(visitor);
      this.#stale.delete(visitor);
    });
  }

  /** Finished rounds that its first messages lack. @returns null when one has been forgotten */
  #missedBy({ after }: NodeVisitor): readonly SharedRound[] | null {
    const { lastSentSequence } = this.#rounds;
    if (after < this.#follower.since) return null;
    if (after >= lastSentSequence) return [];
    const missed = this.#recent.filter(
      ({ sequence }) => sequence > after && sequence <= lastSentSequence,
    );
    return missed[0]?.sequence === after + 1 ? missed : null;
  }

  #take(round: SharedRound): void {
    this.#recent.push(round);
    if (this.#recent.length > MAX_RECENT) this.#recent.shift();
    for (const message of messagesOf(round)) this.#rounds.send(message);
  }

  #lose(reason: "gap" | "silence"): void {
    this.#recent = [];
    if (this.#members.size === 0) return;
    const { size: sockets } = this.#members;
    this.#log.warn({ reason, sockets }, "missed messages for sockets; they will reconnect");
    for (const visitor of this.#members) this.#stale.add(visitor);
    this.#staleTimer ??= setInterval(() => this.#sendSomeAway(), AWAY_EVERY_MS);
    this.#sendSomeAway();
  }

  #sendSomeAway(): void {
    for (const visitor of this.#stale.values().take(AWAY_AT_ONCE)) {
      this.#stale.delete(visitor);
      this.#members.delete(visitor);
      visitor.sendAway();
    }
    if (this.#stale.size > 0 || this.#staleTimer === null) return;
    clearInterval(this.#staleTimer);
    this.#staleTimer = null;
  }
}

function messagesOf({ sequence, messages }: SharedRound): readonly RoundMessage[] {
  return messages.map((message) => ({
    state: message.state,
    sequence,
    isByHostname: message.hostname !== null,
    frameFor: frameOnce(message),
  }));
}

function frameOnce({ hostname, text }: SharedMessage): RoundMessage["frameFor"] {
  let frame: Buffer | null = null;
  return (wanted) => {
    if (hostname !== null && hostname !== wanted) return null;
    frame ??= textFrame(text);
    return frame;
  };
}
