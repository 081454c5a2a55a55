import { liveMessageSchema } from "@neonrelay/contract";
import type { LiveCommand, LiveMessage } from "@neonrelay/contract";
import { decideReconnect } from "./reconnect-rules.ts";
import type { ConnectionState } from "./reconnect-rules.ts";

interface LiveSocketOptions {
  readonly url: string;
  readonly onMessage: (message: LiveMessage) => void;
  readonly onOpen: () => void;
}

/** Owns the one socket of the page, with its reconnects. A store: subscribe, then read `state`. */
export class LiveSocket {
  readonly #options: LiveSocketOptions;
  readonly #subscribers = new Set<() => void>();
  readonly #page = new AbortController();
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #state: ConnectionState = "DISCONNECTED";

  constructor(options: LiveSocketOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Connects, and begins a new series whenever the network or the page comes back. */
  open(): void {
    const { signal } = this.#page;
    window.addEventListener("online", () => this.reconnect(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") this.reconnect();
      },
      { signal },
    );
    this.#connect();
  }

  /** Starts a new series of attempts now, unless a socket is open or opening. */
  reconnect(): void {
    if (this.#socket !== undefined) return;
    this.#attempts = 0;
    this.#connect();
  }

  /** Sends when connected; a command given while disconnected is dropped and the answer is false. */
  send(command: LiveCommand): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(command));
    return true;
  }

  close(): void {
    this.#page.abort();
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#options.url);
    this.#socket = socket;
    this.#become("CONNECTING");
    socket.addEventListener("open", () => {
      this.#attempts = 0;
      this.#become("CONNECTED");
      this.#options.onOpen();
    });
    socket.addEventListener("message", (event) => this.#receive(event.data));
    socket.addEventListener("close", (event) => this.#closed(event.code));
    socket.addEventListener("error", () => console.warn("live socket error"));
  }

  #receive(frame: unknown): void {
    const message = parseFrame(frame);
    if (message === undefined) {
      console.warn("live message ignored", frame);
      return;
    }
    this.#options.onMessage(message);
  }

  #closed(closeCode: number): void {
    this.#socket = undefined;
    const decision = decideReconnect({
      closeCode,
      attempts: this.#attempts,
      random: Math.random(),
    });
    switch (decision.kind) {
      case "retry":
        this.#attempts = decision.attempt;
        this.#become("DISCONNECTED");
        this.#timer = setTimeout(() => this.#connect(), decision.delayMs);
        return;
      case "give-up":
        this.#become("CLOSED");
        this.#timer = setTimeout(() => this.reconnect(), decision.newSeriesInMs);
        return;
      case "stay-closed":
        this.#become("CLOSED");
        return;
      default:
        decision satisfies never;
    }
  }

  #become(state: ConnectionState): void {
    this.#state = state;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

function parseFrame(frame: unknown): LiveMessage | undefined {
  if (typeof frame !== "string") return undefined;
  try {
    const parsed = liveMessageSchema.safeParse(JSON.parse(frame));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
