import * as z from "zod";
import type { Socket } from "node:net";

/**
 * Messages between the launcher and parts over Node's IPC channel, which can carry sockets. Everything else goes as
 * JSON lines, see part.ts.
 * `web-port` carries the listening socket of the web port, which the launcher keeps while the server is down.
 * `connection` carries a client's connection whose request has already been read; `taken` acknowledges each, in order.
 */
export const channelMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("web-port") }),
  z.object({
    kind: z.literal("connection"),
    request: z.object({
      /** The request's head including the blank line, one character per byte. */
      head: z.string().max(16 * 1024),
      /** The client's address, behind any trusted proxy. */
      address: z.string().max(64),
      /** Scheme, host and port the client used to reach the web port. */
      origin: z.string().max(300),
    }),
  }),
  z.object({ kind: z.literal("taken") }),
]);
export type ChannelMessage = z.infer<typeof channelMessageSchema>;
export type HandedRequest = Extract<ChannelMessage, { kind: "connection" }>["request"];

/** A client's connection on its way to the process that answers it. */
export interface HandedConnection {
  readonly request: HandedRequest;
  readonly socket: Socket;
}

/** Maximum connections waiting to be handed over; later ones are refused. */
const MAX_WAITING = 1024;
/** How long a connection may wait for the other process to accept it. */
const HAND_OVER_LIMIT_MS = 5000;

export interface HandOver extends HandedConnection {
  /** Tells the client that the stream is unavailable and ends the connection. */
  readonly refuse: () => void;
}

interface Entry extends HandOver {
  readonly timer: NodeJS.Timeout;
}

/**
 * Hands connections to another process, one at a time and in order. A connection also stays open in this process until
 * the other one has accepted it, so a client that can't be handed over still gets an answer.
 */
export class ConnectionSender {
  readonly #send: (message: ChannelMessage, socket: Socket) => boolean;
  #waiting: Entry[] = [];
  #sent: Entry | null = null;

  /** @param send passes message and socket to the other process; false if there is none */
  constructor(send: (message: ChannelMessage, socket: Socket) => boolean) {
    this.#send = send;
  }

  /** Owns the socket from here on. */
  handOver(handOver: HandOver): void {
    if (this.#waiting.length >= MAX_WAITING) return handOver.refuse();
    const entry: Entry = {
      ...handOver,
      timer: setTimeout(() => this.#giveUp(entry), HAND_OVER_LIMIT_MS),
    };
    entry.timer.unref();
    handOver.socket.once("close", () => clearTimeout(entry.timer));
    this.#waiting.push(entry);
    this.#sendNext();
  }

  /** The other process accepted the last connection sent. */
  taken(): void {
    if (this.#sent === null) return;
    clearTimeout(this.#sent.timer);
    this.#sent.socket.destroy(); // closes our end of it only
    this.#sent = null;
    this.#sendNext();
  }

  /** The other process ended: refuses everything still waiting. */
  lost(): void {
    const lost = [...(this.#sent === null ? [] : [this.#sent]), ...this.#waiting];
    this.#sent = null;
    this.#waiting = [];
    for (const { timer, refuse } of lost) {
      clearTimeout(timer);
      refuse();
    }
  }

  #sendNext(): void {
    while (this.#sent === null) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (next.socket.destroyed) continue; // the client gave up
      if (this.#send({ kind: "connection", request: next.request }, next.socket)) this.#sent = next;
      else {
        clearTimeout(next.timer);
        next.refuse();
      }
    }
  }

  /**
   * The other process may still acknowledge the connection later, or never. The next ones wait for that, each up to its
   * own limit.
   */
  #giveUp(entry: Entry): void {
    this.#waiting = this.#waiting.filter((each) => each !== entry);
    entry.refuse();
  }
}

/** The answer to a client whose connection could not be handed over. */
export const streamUnreachable = {
  status: 503,
  headers: {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "5",
  },
  body: "The stream can't be reached right now; please try again soon.\n",
} as const;
