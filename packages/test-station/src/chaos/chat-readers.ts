import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { socketMessageSchema } from "@neonrelay/contract";
import { until } from "../test-station.ts";

/** The web app's delay before reopening its socket. */
const AGAIN_AFTER_MS = 1000;
/** The web app's ping interval, and its wait for the answer. */
const PING_EVERY_MS = 20_000;
const ANSWER_LIMIT_MS = 10_000;
/** The last messages may still be in transit. */
const ARRIVES_WITHIN_MS = 10_000;

/**
 * Browsers with their chat open, one at each server: collects messages, live or from the list at the start of a socket.
 */
export class ChatReaders implements AsyncDisposable {
  readonly #readers: readonly ChatReader[];

  constructor(serverUrls: readonly string[]) {
    this.#readers = serverUrls.map((url, place) => new ChatReader(url, `10.78.0.${place + 1}`));
  }

  /** Waits until each has an open socket. */
  async arrive(): Promise<void> {
    await until("every reader has the chat", () => this.#readers.every(({ hasList }) => hasList));
  }

  begin(): void {
    for (const reader of this.#readers) reader.begin();
  }

  /** @param said ids of lines confirmed since `begin` @returns what is wrong, as sentences */
  async wrongOf(said: readonly string[]): Promise<readonly string[]> {
    const missed = () => this.#readers.map(({ got }) => said.filter((id) => !got.has(id)).length);
    await until("every line has come", () => missed().every((count) => count === 0), {
      limitMs: ARRIVES_WITHIN_MS,
    }).catch(() => {}); // they are counted
    return this.#readers.flatMap(({ twice }, place) => {
      const count = missed()[place] ?? 0;
      const server = `the reader at server ${place + 1}`;
      return [
        ...(count > 0 ? [`${count} of ${said.length} lines did not come to ${server}`] : []),
        ...(twice > 0 ? [`${twice} lines came twice to ${server}`] : []),
      ];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#readers.map(async (reader) => await reader.close()));
  }
}

class ChatReader {
  readonly #url: string;
  readonly #address: string;
  readonly #closing = new AbortController();
  readonly #reading: Promise<void>;
  #got = new Set<string>();
  #twice = 0;
  #hasList = false;

  constructor(url: string, address: string) {
    this.#url = url;
    this.#address = address;
    this.#reading = this.#keepReading();
  }

  /** Ids of lines received since `begin`. */
  get got(): ReadonlySet<string> {
    return this.#got;
  }

  /** Lines that one socket repeated since `begin`. */
  get twice(): number {
    return this.#twice;
  }

  get hasList(): boolean {
    return this.#hasList;
  }

  begin(): void {
    this.#got = new Set();
    this.#twice = 0;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reading;
  }

  async #keepReading(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#read(signal);
      await delay(AGAIN_AFTER_MS, undefined, { signal }).catch(() => {}); // closed in the meantime
    }
  }

  /** Ends with the socket. */
  async #read(signal: AbortSignal): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace("http", "ws")}/ws`, {
      headers: { origin: this.#url, "x-forwarded-for": this.#address },
    });
    const ended = Promise.withResolvers<void>();
    const live = new Set<string>();
    socket.on("message", (data, isBinary) => {
      if (!isBinary && Buffer.isBuffer(data)) this.#take(JSON.parse(data.toString("utf8")), live);
    });
    socket.on("error", () => {}); // 'close' follows
    socket.once("close", () => ended.resolve());
    signal.addEventListener("abort", () => ended.resolve(), { once: true });
    let heardAtMs = performance.now();
    socket.on("message", () => (heardAtMs = performance.now()));
    const pings = setInterval(() => {
      const askedAtMs = performance.now();
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "ping" }));
      setTimeout(() => heardAtMs < askedAtMs && ended.resolve(), ANSWER_LIMIT_MS).unref();
    }, PING_EVERY_MS);
    await ended.promise;
    clearInterval(pings);
    socket.terminate();
    this.#hasList = false;
  }

  /** @param live ids of lines received on this socket while it was open */
  #take(json: unknown, live: Set<string>): void {
    const message = socketMessageSchema.parse(json);
    if (message.type !== "chat_message") return;
    const { data } = message;
    this.#hasList = true;
    if (Array.isArray(data)) return data.forEach(({ id }) => this.#got.add(id));
    if (live.has(data.id)) this.#twice += 1;
    live.add(data.id);
    this.#got.add(data.id);
  }
}
