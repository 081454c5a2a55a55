import type { IncomingMessage } from "node:http";
import type { FrameBus } from "../bus/frame-bus.ts";
import { sealParts, topicOf } from "../bus/sealed-parts.ts";
import { HEARTBEAT_MS, type SharedMessage, type SharedRound } from "./shared-rounds.ts";

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
