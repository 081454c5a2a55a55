import type { Socket } from "node:net";
import { isLoopbackAddress, networkOf } from "./client-address.ts";

/** How many connections may wait: to ask, to be answered, or to ask again. */
export interface WaitingLimits {
  /** In total. One network can't take the last eighth. */
  readonly most: number;
  readonly perNetwork: number;
  readonly fromLoopback: number;
  /** How long one may be silent, in ms, where bytes that form no whole question count as silence. */
  readonly silentMs: number;
  /** Proxies carry many clients: only `most` bounds them. */
  readonly isProxy: (address: string) => boolean;
}

interface Waiting {
  readonly network: string;
  /** Questions still being answered. */
  questions: number;
  /** Cuts it off while it is silent. */
  limit: NodeJS.Timeout;
}

/**
 * The connections that wait, and which one goes when there are too many: the longest silent one, of its own network
 * when that is at its limit, else of all. So silent clients can't lock out those that ask. Node restarts its own limit
 * with each empty line between two questions; this limit does not restart.
 */
export class WaitingPlaces {
  readonly #limits: WaitingLimits;
  /** Silent ones are in the order they fell silent. */
  readonly #waiting = new Map<Socket, Waiting>();
  readonly #ofNetwork = new Map<string, number>();

  constructor(limits: WaitingLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Gives a connection a place until it closes or leaves, or cuts it off when there is none.
   * @param address of the client
   * @returns whether it has a place
   */
  take(socket: Socket, address: string): boolean {
    const network = networkOf(address);
    const isNetworkFull = (this.#ofNetwork.get(network) ?? 0) >= this.#mostOf(address);
    const isFull = this.#waiting.size >= this.#limits.most;
    if (isNetworkFull || isFull) {
      const silent = this.#longestSilent(isNetworkFull ? network : undefined);
      (silent ?? socket).destroy();
      if (silent === undefined) return false;
      this.leave(silent);
    }
    this.#waiting.set(socket, { network, questions: 0, limit: this.#limitOf(socket) });
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1);
    socket.once("close", () => this.leave(socket));
    return true;
  }

  /** Records a whole question: until answered, the connection is not silent. @returns how many it waits for */
  served(socket: Socket): number {
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) return 0;
    waiting.questions += 1;
    clearTimeout(waiting.limit);
    return waiting.questions;
  }

  /** Records an answer; it may ask again. */
  answered(socket: Socket): void {
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) return;
    waiting.questions -= 1;
    if (waiting.questions > 0) return;
    waiting.limit = this.#limitOf(socket);
    this.#waiting.delete(socket);
    this.#waiting.set(socket, waiting);
  }

  /** Releases the place: it listens now, or is counted elsewhere. */
  leave(socket: Socket): void {
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) return;
    clearTimeout(waiting.limit);
    this.#waiting.delete(socket);
    const left = (this.#ofNetwork.get(waiting.network) ?? 1) - 1;
    if (left > 0) this.#ofNetwork.set(waiting.network, left);
    else this.#ofNetwork.delete(waiting.network);
  }

  /** Cuts off all. */
  close(): void {
    for (const socket of this.#waiting.keys()) socket.destroy();
  }

  #limitOf(socket: Socket): NodeJS.Timeout {
    return setTimeout(() => socket.destroy(), this.#limits.silentMs);
  }

  #mostOf(address: string): number {
    const { most, perNetwork, fromLoopback, isProxy } = this.#limits;
    const mostOfAny = most - Math.ceil(most / 8);
    if (isProxy(address)) return mostOfAny;
    return Math.min(mostOfAny, isLoopbackAddress(address) ? fromLoopback : perNetwork);
  }

  #longestSilent(network: string | undefined): Socket | undefined {
    for (const [socket, waiting] of this.#waiting)
      if (waiting.questions === 0 && (network === undefined || waiting.network === network))
        return socket;
    return undefined;
  }
}
