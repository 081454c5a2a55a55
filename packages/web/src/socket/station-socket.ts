import { decodeLevels, socketMessageSchema } from "@neonrelay/contract/callers";
import type { Levels, SocketCommand, SocketMessage } from "@neonrelay/contract/callers";
import { connectionStateOf, decideReconnect } from "./reconnect-rules.ts";
import type { ConnectionState } from "./reconnect-rules.ts";

interface StationSocketOptions {
  /**
   * Candidate addresses of the station: each failed attempt moves to the next. undefined if the page's location does
   * not say.
   */
  readonly urls: () => readonly [string, ...string[]] | undefined;
  readonly onMessage: (message: Exclude<SocketMessage, { type: "pong" }>) => void;
  readonly onOpen: () => void;
  /** After each onOpen except the first: a chance to fetch what was missed. */
  readonly onReopen: () => void;
  readonly onServerClock: (clock: ServerClock) => void;
}

/** The server's clock, and the round trip of the question. */
interface ServerClock {
  readonly serverNowMs: number;
  readonly roundTripMs: number;
}

const CONNECT_LIMIT_MS = 10_000;
const PING_EVERY_MS = 20_000;
/** Retry interval while the page has no usable location. */
const NO_LOCATION_RETRY_MS = 5000;
const NORMAL_CLOSURE = 1000;
/** Close code if there was no close frame. */
const ABNORMAL_CLOSURE = 1006;

/** Owns the page's only socket and reconnects it. A store: subscribe, then read `state`. */
export class StationSocket {
  readonly #options: StationSocketOptions;
  readonly #subscribers = new Set<() => void>();
  readonly #page = new AbortController();
  readonly #followers = new Set<(levels: Levels) => void>();
  #socket: WebSocket | undefined;
  #listeners = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  #pingedAtMs = 0;
  #attempts = 0;
  #urlIndex = 0;
  #isOpen = false;
  #hasBeenOpen = false;
  #lostAtMs: number | undefined;
  #hasGivenUp = false;

  constructor(options: StationSocketOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return connectionStateOf({
      readyState: this.#socket?.readyState,
      hasGivenUp: this.#hasGivenUp,
    });
  }

  /**
   * Since when there has been no socket, in ms since 1970: it closed unexpectedly or did not open. undefined while there
   * is one; a reconnect for another session doesn't count.
   */
  get lostAtMs(): number | undefined {
    return this.#lostAtMs;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Connects, and starts a new series whenever the network or the page comes back. */
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
    this.reconnect();
  }

  /** Starts a new series of attempts now, unless a socket is open or opening. */
  reconnect(): void {
    if (this.#socket !== undefined) return;
    this.#attempts = 0;
    this.#connect();
  }

  /** Reconnects at once after a change of session: the station ties a socket to the session it was opened with. */
  reopen(): void {
    this.#listeners.abort();
    this.#socket?.close(NORMAL_CLOSURE);
    this.#socket = undefined;
    this.reconnect();
  }

  /** Sends when connected; a command given while disconnected is dropped and the answer is false. */
  send(command: SocketCommand): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(command));
    return true;
  }

  /**
   * Subscribes to the programme's levels, across reconnects.
   * @returns an unsubscribe function
   */
  followLevels(follower: (levels: Levels) => void): () => void {
    this.#followers.add(follower);
    if (this.#followers.size === 1) this.send({ type: "subscribe", data: { topic: "levels" } });
    return () => {
      if (!this.#followers.delete(follower) || this.#followers.size > 0) return;
      this.send({ type: "unsubscribe", data: { topic: "levels" } });
    };
  }

  close(): void {
    this.#page.abort();
    this.#listeners.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#pulse);
    this.#socket?.close(NORMAL_CLOSURE);
    this.#socket = undefined;
    this.#hasGivenUp = true;
    this.#tell();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#hasGivenUp = false;
    this.#isOpen = false;
    const socket = this.#newSocket();
    if (socket === undefined) {
      this.#timer = setTimeout(() => this.#connect(), NO_LOCATION_RETRY_MS);
      this.#tell();
      return;
    }
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#tell();
    this.#expectLifeWithin(CONNECT_LIMIT_MS);
    socket.addEventListener("open", () => this.#opened(), { signal });
    socket.addEventListener("message", (event) => this.#receive(event.data), { signal });
    socket.addEventListener("close", (event) => this.#closed(event.code), { signal });
    socket.addEventListener("error", () => console.warn("socket error"), { signal });
  }

  /** undefined if the page's location leads to no address, for which browsers throw. */
  #newSocket(): WebSocket | undefined {
    const urls = this.#options.urls();
    const url = urls?.[this.#urlIndex % urls.length];
    if (url === undefined || !URL.canParse(url)) {
      console.warn("no location for the socket", url);
      return undefined;
    }
    return new WebSocket(url);
  }

  #opened(): void {
    this.#attempts = 0;
    this.#isOpen = true;
    this.#lostAtMs = undefined;
    this.#tell();
    this.#ping();
    if (this.#followers.size > 0) this.send({ type: "subscribe", data: { topic: "levels" } });
    this.#options.onOpen();
    if (this.#hasBeenOpen) this.#options.onReopen();
    this.#hasBeenOpen = true;
  }

  /** Asks for the clock, which also detects a dead connection. */
  #ping(): void {
    this.#pingedAtMs = performance.now();
    this.send({ type: "ping" });
    this.#expectLifeWithin(CONNECT_LIMIT_MS);
  }

  #ponged(serverNowMs: number): void {
    this.#options.onServerClock({
      serverNowMs,
      roundTripMs: performance.now() - this.#pingedAtMs,
    });
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#ping(), PING_EVERY_MS);
  }

  #expectLifeWithin(limitMs: number): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => {
      this.#socket?.close();
      this.#closed(ABNORMAL_CLOSURE);
    }, limitMs);
  }

  #receive(frame: unknown): void {
    const levels = frame instanceof ArrayBuffer ? decodeLevels(frame) : null;
    if (levels !== null) {
      for (const follower of this.#followers) follower(levels);
      return;
    }
    const message = parseFrame(frame);
    if (message === undefined) {
      console.warn("socket message ignored", frame);
      return;
    }
    if (message.type === "pong") this.#ponged(message.data.serverNowMs);
    else this.#options.onMessage(message);
  }

  #closed(closeCode: number): void {
    this.#listeners.abort();
    clearTimeout(this.#pulse);
    this.#socket = undefined;
    this.#lostAtMs ??= Date.now();
    // An address that worked is retried; only one that never opened is replaced by the next.
    if (!this.#isOpen) this.#urlIndex += 1;
    const decision = decideReconnect({
      closeCode,
      attempts: this.#attempts,
      random: Math.random(),
    });
    switch (decision.kind) {
      case "retry":
        this.#attempts = decision.attempt;
        this.#timer = setTimeout(() => this.#connect(), decision.delayMs);
        break;
      case "give-up":
        this.#hasGivenUp = true;
        this.#timer = setTimeout(() => this.reconnect(), decision.newSeriesInMs);
        break;
      case "stay-closed":
        this.#hasGivenUp = true;
        break;
      default:
        decision satisfies never;
    }
    this.#tell();
  }

  #tell(): void {
    for (const subscriber of this.#subscribers) subscriber();
  }
}

function parseFrame(frame: unknown): SocketMessage | undefined {
  if (typeof frame !== "string") return undefined;
  try {
    const parsed = socketMessageSchema.safeParse(JSON.parse(frame));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
