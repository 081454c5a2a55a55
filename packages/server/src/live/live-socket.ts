import type { LiveMessage, liveStateTypes } from "@neonrelay/contract";
import type { WebSocket } from "ws";

export type LiveStateType = (typeof liveStateTypes)[number];

/** More than this unsent makes a socket slow: it gets only the newest of each state from then on. */
const SLOW_BYTES = 64 * 1024;
/** Answers to a socket's own commands that wait; beyond it they are dropped, it asks faster than it reads. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** One browser's socket: sends states so that a slow one skips stale values and holds little memory. */
export class LiveSocket {
  readonly #socket: WebSocket;
  /** Newest unsent value of each state, while the socket is slow. */
  readonly #held = new Map<LiveStateType, string>();
  #isAlive = true;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("pong", () => (this.#isAlive = true));
  }

  /** @param text the message, serialised once for all sockets */
  sendState(type: LiveStateType, text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > SLOW_BYTES) {
      this.#held.set(type, text);
      return;
    }
    this.#send(text);
  }

  /** For messages to this socket alone. */
  sendOwn(message: LiveMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount < MAX_BUFFERED_BYTES) this.#send(JSON.stringify(message));
  }

  /** Ends a socket that has not answered since the last call, and asks it again. */
  checkAlive(): void {
    if (!this.#isAlive) return this.#socket.terminate();
    this.#isAlive = false;
    this.#socket.ping();
  }

  /** Ends the socket without waiting for the browser. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** @param reason shown to the browser's developer, at most 123 bytes */
  end(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #send(text: string): void {
    this.#socket.send(text, () => this.#release());
  }

  /** Something was sent: what is held may follow. */
  #release(): void {
    if (this.#held.size === 0 || this.#socket.bufferedAmount > SLOW_BYTES) return;
    const held = [...this.#held];
    this.#held.clear();
    for (const [type, text] of held) this.sendState(type, text);
  }
}
