import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "@neonrelay/process/log";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import type { AudiencePort, ListenerClient } from "./audience-port.ts";
import type { ListenerCrowd } from "./listener-crowd.ts";
import { Listener } from "./listener.ts";
import { isTurnOf, type ListenerKind } from "./listener-rules.ts";
import type { Ring, StreamBlock } from "./ring.ts";

/** How long a closing server waits for the last bytes to go out. */
const LAST_BYTES_MS = 500;

/** All connections to one mount's stream, and the single pump that feeds them. */
export class ListenerHub {
  readonly #ring: Ring;
  /** The mount's. */
  readonly #path: string;
  readonly #crowd: ListenerCrowd;
  readonly #audience: AudiencePort;
  readonly #log: Logger;
  /** Active listeners with their turn numbers. */
  readonly #listeners = new Map<Listener, number | null>();
  /** Active listeners and those being ended: every socket taken over and not closed yet. */
  readonly #connections = new Set<Listener>();
  /** Number of connections per counted listener, by cid or, without one, by the connection itself. */
  readonly #counted = new Map<string | Listener, number>();
  readonly #unsubscribe: () => void;
  readonly #onCountChanged: () => void;
  readonly #onAttached: (session: { readonly cid: string; readonly startMs: number }) => void;
  #peak = 0;
  #added = 0;
  #slowListeners = 0;
  #onAllGone: () => void = () => {};

  constructor({
    ring,
    path,
    crowd,
    audience,
    log,
    onCountChanged,
    onAttached,
  }: {
    readonly ring: Ring;
    readonly path: string;
    readonly crowd: ListenerCrowd;
    readonly audience: AudiencePort;
    readonly log: Logger;
    readonly onCountChanged: () => void;
    readonly onAttached: (session: { readonly cid: string; readonly startMs: number }) => void;
  }) {
    this.#ring = ring;
    this.#path = path;
    this.#crowd = crowd;
    this.#audience = audience;
    this.#log = log;
    this.#onCountChanged = onCountChanged;
    this.#onAttached = onAttached;
    this.#unsubscribe = ring.onAppend((block) => this.#pumpThoseOfTurn(block.sequence));
  }

  /** Current listeners; several connections with the same cid count as one. */
  get count(): number {
    return this.#counted.size;
  }

  get peak(): number {
    return this.#peak;
  }

  /** How many were ended for being too far behind. */
  get slowListeners(): number {
    return this.#slowListeners;
  }

  /** Sockets taken over and not closed yet, of any kind. */
  get connections(): number {
    return this.#connections.size;
  }

  /** How many connections the listener with this cid has: if any, another adds no listener. */
  connectionsOf(cid: string | null): number {
    return cid === null ? 0 : (this.#counted.get(cid) ?? 0);
  }

  /**
   * Takes the socket over: sends the head, the burst, and then the live programme.
   * @param client by whose address the connection counts for a network
   * @param isShort ends after the burst
   */
  add({
    socket,
    client,
    head,
    start,
    kind,
    cid,
    wantsTitles,
    isShort,
  }: {
    readonly socket: Socket;
    readonly client: ListenerClient;
    readonly head: Buffer;
    readonly start: StreamBlock;
    readonly kind: ListenerKind;
    readonly cid: string | null;
    readonly wantsTitles: boolean;
    readonly isShort: boolean;
  }): void {
    const lastSequence = isShort ? this.#ring.nextSequence : Number.POSITIVE_INFINITY;
    const listener = new Listener({
      socket,
      ring: this.#ring,
      start,
      lastSequence,
      wantsTitles,
    });
    const countedAs = kind === "counted" ? (cid ?? listener) : null;
    const isExtra = countedAs === null || this.#counted.has(countedAs);
    const leave = this.#crowd.enter({ address: client.address, isExtra });
    // Relays and edges forward the stream, so they never wait for a turn.
    this.#listeners.set(listener, kind === "counted" ? this.#added : null);
    this.#added += 1;
    this.#connections.add(listener);
    if (countedAs !== null) this.#count(countedAs);
    const leaveAudience =
      countedAs === null
        ? null
        : this.#audience.connected({
            ...client,
            mount: this.#path,
            cid,
            bytes: () => socket.bytesWritten,
            disconnect: () => socket.destroy(),
          });
    if (cid !== null && kind === "counted")
      this.#onAttached({ cid, startMs: (start.positionSamples / PROGRAMME_RATE_HZ) * 1000 });
    socket.setNoDelay(true);
    socket.setTimeout(0);
    socket.on("error", () => {}); // a disconnect is not an error; `close` follows
    socket.once("close", () => {
      this.#listeners.delete(listener);
      this.#connections.delete(listener);
      leave();
      leaveAudience?.();
      if (countedAs !== null) this.#uncount(countedAs);
      if (this.#connections.size === 0) this.#onAllGone();
    });
    socket.on("drain", () => {
      listener.markDrained();
      if (this.#listeners.has(listener)) this.#pump(listener);
    });
    if (isShort) listener.cutOffLater();
    socket.cork();
    socket.write(head);
    this.#pump(listener);
    socket.uncork();
  }

  /** Lets each connection finish sending, then ends it. */
  endAll(): void {
    const ending = [...this.#listeners.keys()];
    this.#listeners.clear();
    for (const listener of ending) {
      listener.pump(); // blocks waiting for its turn
      listener.end();
    }
  }

  /** Lets every connection drain in its own time, then ends it: no more blocks will come. */
  retire(): void {
    this.#unsubscribe();
    this.endAll();
  }

  /** Ends all connections, including those that are slow to end. */
  async close(): Promise<void> {
    this.retire();
    if (this.#connections.size === 0) return;
    const allGone = new Promise<void>((resolve) => {
      this.#onAllGone = resolve;
    });
    await Promise.race([allGone, setTimeout(LAST_BYTES_MS, undefined, { ref: false })]);
    for (const listener of this.#connections) listener.destroy();
  }

  #pumpThoseOfTurn(sequence: number): void {
    const listeners = this.#listeners.size;
    for (const [listener, turn] of this.#listeners)
      if (isTurnOf(turn, { sequence, listeners })) this.#pump(listener);
  }

  #pump(listener: Listener): void {
    switch (listener.pump()) {
      case "going-on":
        return;
      case "complete":
        this.#listeners.delete(listener);
        return listener.end();
      case "too-slow":
        this.#slowListeners += 1;
        this.#listeners.delete(listener);
        this.#log.debug({ slowListeners: this.#slowListeners }, "slow listener ended");
        return listener.destroy();
    }
  }

  #count(key: string | Listener): void {
    this.#counted.set(key, (this.#counted.get(key) ?? 0) + 1);
    this.#peak = Math.max(this.#peak, this.#counted.size);
    this.#onCountChanged();
  }

  #uncount(key: string | Listener): void {
    const left = (this.#counted.get(key) ?? 1) - 1;
    if (left > 0) this.#counted.set(key, left);
    else this.#counted.delete(key);
    this.#onCountChanged();
  }
}
