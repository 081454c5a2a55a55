import * as z from "zod";
import type { Socket } from "node:net";

/**
 * What launcher and parts say to each other over Node's IPC channel, where sockets can go along. Everything else they
 * say goes as JSON lines, see part.ts.
 * `web-port` carries the listening socket of the web port, which the launcher keeps while the server is away.
 * `connection` carries a client's connection whose request was read already; `taken` answers each, in their order.
 */
export const channelMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("web-port") }),
  z.object({
    kind: z.literal("connection"),
    request: z.object({
      /** The head of the request, with the empty line behind it; a character for each byte. */
      head: z.string().max(16 * 1024),
      /** Where the client is, behind any trusted proxy. */
      address: z.string().max(64),
      /** Scheme, host and port by which the client reached the web port. */
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

/** Most connections that wait to be handed over; further ones are refused. */
const MAX_WAITING = 1024;
/** How long a connection may wait until the other process has taken it. */
const HAND_OVER_LIMIT_MS = 5000;

export interface HandOver extends HandedConnection {
  /** Tells the client that the stream can't be had now, and ends the connection. */
  readonly refuse: () => void;
}

interface Entry extends HandOver {
  readonly timer: NodeJS.Timeout;
}

/**
 * Hands connections to another process, one at a time and in order. The connection stays open in this process too
 * until the other one has taken it, so that a client whose connection can't be handed over gets an answer.
 */
export class ConnectionSender {
  readonly #send: (message: ChannelMessage, socket: Socket) => boolean;
  #waiting: Entry[] = [];
  #sent: Entry | null = null;

  /** @param send gives both to the other process; false: there is none */
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

  /** The other process has the connection that was sent last. */
  taken(): void {
    if (this.#sent === null) return;
    clearTimeout(this.#sent.timer);
    this.#sent.socket.destroy(); // closes our end of it only
    this.#sent = null;
    this.#sendNext();
  }

  /** The other process has ended: nothing is taken any more. */
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
      if (next.socket.destroyed) continue; // the client did not wait
      if (this.#send({ kind: "connection", request: next.request }, next.socket)) this.#sent = next;
      else {
        clearTimeout(next.timer);
        next.refuse();
      }
    }
  }

  /** What was sent is still answered later, or never: the next ones wait for that, each to its own limit. */
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
