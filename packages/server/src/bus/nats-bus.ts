import { connect, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import type { Logger } from "@neonrelay/process/log";
import type { FrameBus } from "./frame-bus.ts";

/** A server takes a megabyte unless it was set otherwise; 64 KiB is the least that makes sense there. */
const MAX_PART_BYTES = 60_000;
const CONNECT_LIMIT_MS = 3000;
const RECONNECT_EVERY_MS = 500;
/** A server that answers none of these in time counts as gone. */
const PING_EVERY_MS = 1000;
const MAX_PINGS_OUT = 2;
const CLOSE_LIMIT_MS = 500;
/** What waits for a slow server, in bytes; more is lost. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

export interface NatsBusOptions {
  /** `nats://` or `tls://`, with user and password or a token. */
  readonly natsUrl: string;
  readonly log: Logger;
}

/** Subjects of a nats-server. */
export class NatsBus implements FrameBus {
  readonly kind = "nats";
  readonly maxPartBytes = MAX_PART_BYTES;
  readonly #log: Logger;
  readonly #running: Promise<void>;
  #connection: NatsConnection | null = null;
  #isUp = false;
  #isClosed = false;
  #following: { readonly topic: string; readonly take: (part: string) => void } | null = null;
  #subscription: Subscription | null = null;
  /** Published, and not known to have reached the server. */
  #waitingBytes = 0;
  #isFlushing = false;

  /** Connects from now on, again and again. */
  constructor({ natsUrl, log }: NatsBusOptions) {
    this.#log = log;
    this.#running = this.#run(natsUrl);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  publish(topic: string, parts: readonly string[]): void {
    const connection = this.#connection;
    // The client would keep it for when it is connected again, and then it is old.
    if (connection === null || !this.#isUp || this.#waitingBytes > MAX_WAITING_BYTES) return;
    for (const part of parts) {
      connection.publish(topic, part);
      this.#waitingBytes += part.length;
    }
    void this.#flush(connection);
  }

  follow(topic: string, take: (part: string) => void): void {
    this.#following = { topic, take };
    this.#subscribe();
  }

  unfollow(): void {
    this.#following = null;
    this.#subscribe();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
    // Without a connection the client is between two tries: it ends itself after the next.
    await Promise.race([this.#running, timeout(CLOSE_LIMIT_MS)]);
  }

  async #run(natsUrl: string): Promise<void> {
    try {
      const connection = await connect({
        ...optionsOf(natsUrl),
        name: "neonrelay",
        timeout: CONNECT_LIMIT_MS,
        waitOnFirstConnect: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_EVERY_MS,
        // A password may be wrong for as long as an operator changes it on both sides.
        ignoreAuthErrorAbort: true,
        ignoreClusterUpdates: true,
        pingInterval: PING_EVERY_MS,
        maxPingOut: MAX_PINGS_OUT,
      });
      if (this.#isClosed) return await connection.close();
      this.#connection = connection;
      this.#isUp = true;
      this.#subscribe();
      for await (const { type } of connection.status()) this.#note(type);
    } catch (error) {
      this.#log.error({ error }, "messages for sockets can't go through the nats-server");
    }
  }

  #note(type: string): void {
    if (type === "reconnect") this.#isUp = true;
    if (type !== "disconnect" || !this.#isUp) return;
    this.#isUp = false;
    if (!this.#isClosed)
      this.#log.warn("messages for sockets can't go through the nats-server; trying again");
  }

  #subscribe(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = null;
    const following = this.#following;
    if (this.#connection === null || this.#connection.isClosed() || following === null) return;
    this.#subscription = this.#connection.subscribe(following.topic, {
      callback: (error, message) => {
        if (error === null) following.take(message.string());
      },
    });
  }

  async #flush(connection: NatsConnection): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    while (this.#waitingBytes > 0) {
      const bytes = this.#waitingBytes;
      await connection.flush().catch(() => {}); // lost with its connection
      this.#waitingBytes -= bytes;
    }
    this.#isFlushing = false;
  }
}

/** The client takes no credentials in an address, so they stay out of what it logs. */
function optionsOf(natsUrl: string) {
  const url = new URL(natsUrl);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    servers: url.host,
    ...(url.protocol === "tls:" && { tls: {} }),
    ...(user !== "" && password === "" && { token: user }),
    ...(password !== "" && { user, pass: password }),
  };
}

async function timeout(ms: number): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
}
