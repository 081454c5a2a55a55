import * as z from "zod";
import { socketStateTypes } from "@neonrelay/contract";
import type { IncomingMessage } from "node:http";
import type { FrameBus } from "../bus/frame-bus.ts";
import { sealParts, topicOf } from "../bus/sealed-parts.ts";

/** How often the node that serves says how far it is, in ms. */
const HEARTBEAT_MS = 1000;

/** What a round of messages is between nodes. Without messages it only says how far the node that serves is. */
export const sharedRoundSchema = z.object({
  /** One higher with each round that has messages; of the last such round when this one has none. */
  sequence: z.int().min(0),
  messages: z.array(
    z.object({
      /** null: an event, which no later message replaces. */
      state: z.nullable(z.enum(socketStateTypes)),
      /** Only for browsers that reached us by this name; null: for all. */
      hostname: z.nullable(z.string()),
      /** The message as browsers get it. */
      text: z.string(),
    }),
  ),
});
export type SharedRound = Readonly<z.infer<typeof sharedRoundSchema>>;
export type SharedMessage = SharedRound["messages"][number];

/** In a node's request for a socket: messages for all are left out, because the node has them from the bus. */
export const SHARED_HEADER = "x-neonrelay-shared";
/** In the answer: the last round that the first messages of the socket include. */
export const SEQUENCE_HEADER = "x-neonrelay-sequence";
/** Tells the node that what it held back may follow now. Browsers never get it. */
export const FOLLOW_MARK = '{"type":"follow"}';

interface FramePublisherOptions {
  /** Owned by the caller. */
  readonly bus: FrameBus;
  /** What the nodes share. */
  readonly secret: string;
  /** Whether another node asks for a socket, to which it will write messages for all itself. */
  readonly isAskedBy: (request: IncomingMessage) => boolean;
}

/** Publishes messages for all once, for the sockets that other nodes write to. */
export class FramePublisher {
  readonly isAskedBy: (request: IncomingMessage) => boolean;
  readonly #bus: FrameBus;
  readonly #secret: string;
  readonly #topic: string;
  readonly #timer: NodeJS.Timeout;
  /** Sockets at other nodes by the name they reached us by. */
  readonly #sockets = new Map<string, number>();
  #sequence = 0;
  #texts = 0;

  constructor({ bus, secret, isAskedBy }: FramePublisherOptions) {
    this.isAskedBy = isAskedBy;
    this.#bus = bus;
    this.#secret = secret;
    this.#topic = topicOf(secret);
    this.#timer = setInterval(() => this.#send([]), HEARTBEAT_MS);
    this.#send([]);
  }

  /** What it publishes arrives, as far as is known here. */
  get isBusUp(): boolean {
    return this.#bus.trouble === null;
  }

  /** Of the last round that was published; 0: there was none. */
  get sequence(): number {
    return this.#sequence;
  }

  get hasSockets(): boolean {
    return this.#sockets.size > 0;
  }

  /** How many sockets other nodes write to. */
  get socketsElsewhere(): number {
    return this.#sockets.values().reduce((sum, count) => sum + count, 0);
  }

  get hostnames(): Iterable<string> {
    return this.#sockets.keys();
  }

  add(hostname: string): void {
    this.#sockets.set(hostname, (this.#sockets.get(hostname) ?? 0) + 1);
  }

  remove(hostname: string): void {
    const left = (this.#sockets.get(hostname) ?? 0) - 1;
    if (left > 0) this.#sockets.set(hostname, left);
    else this.#sockets.delete(hostname);
  }

  publish(messages: readonly SharedMessage[]): void {
    if (messages.length === 0) return;
    this.#sequence += 1;
    this.#send(messages);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #send(messages: readonly SharedMessage[]): void {
    const round: SharedRound = { sequence: this.#sequence, messages: [...messages] };
    this.#texts += 1;
    const { maxPartBytes } = this.#bus;
    const text = JSON.stringify(round);
    const sealed = sealParts({ secret: this.#secret, number: this.#texts, text, maxPartBytes });
    this.#bus.publish(this.#topic, sealed);
  }
}
