import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import type { Following, FrameBus } from "./frame-bus.ts";
import { MAX_PART_BYTES, NatsLine } from "./nats-line.ts";

/** Pause between attempts to connect. */
const PAUSE_MS = 500;

interface NatsBusOptions {
  /** `nats://` or `tls://`, with user and password or a token. */
  readonly natsUrl: string;
  readonly log: Logger;
}

/** Subjects of a nats-server, over a connection that is reopened when it ends. */
export class NatsBus implements FrameBus {
  readonly kind = "nats";
  readonly maxPartBytes = MAX_PART_BYTES;
  readonly #options: NatsBusOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  /** Problems of this outage that are already logged. */
  readonly #said = new Set<string>();
  #line: NatsLine | null = null;
  #trouble: string | null = "it is being connected";
  #following: Following | null = null;

  /** Connects from now on and keeps retrying. */
  constructor(options: NatsBusOptions) {
    this.#options = options;
    this.#running = this.#stayConnected();
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  publish(topic: string, parts: readonly string[]): void {
    this.#line?.publish(topic, parts);
  }

  follow(topic: string, take: (part: string) => void): void {
    this.#following = { topic, take };
    this.#line?.follow(this.#following);
  }

  unfollow(): void {
    this.#following = null;
    this.#line?.follow(null);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#line?.close();
    await this.#running;
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const trouble = await this.#carry(signal);
      if (signal.aborted) return;
      this.#reportTrouble(trouble);
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {}); // closed
    }
  }

  /** @returns why it has stopped working, for people */
  async #carry(signal: AbortSignal): Promise<string> {
    let line: NatsLine;
    try {
      line = await NatsLine.open(this.#options.natsUrl, signal);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    this.#line = line;
    if (signal.aborted) void line.close();
    this.#reportTrouble(null);
    line.follow(this.#following);
    const trouble = await line.ended;
    this.#line = null;
    await line.close();
    return trouble;
  }

  /** Logs each problem once per outage: two attempts a second would fill the log. */
  #reportTrouble(trouble: string | null): void {
    const { log } = this.#options;
    this.#trouble = trouble;
    if (trouble === null) {
      if (this.#said.size > 0) log.info("messages for sockets go through the nats-server again");
      this.#said.clear();
    } else if (!this.#said.has(trouble)) {
      this.#said.add(trouble);
      log.warn(
        { reason: trouble },
        "messages for sockets can't go through the nats-server; trying again",
      );
    }
  }
}
