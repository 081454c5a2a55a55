import { connect, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { isIP, Socket } from "node:net";
import type { Following } from "./frame-bus.ts";
import { wordNatsTrouble } from "./nats-trouble-rules.ts";

/** A server takes a megabyte unless it was set otherwise; 64 KiB is the least that makes sense there. */
export const MAX_PART_BYTES = 60_000;
/** For a connection, and for the first answer over it. */
const ANSWER_LIMIT_MS = 3000;
/** A server that answers none of these in time counts as gone. */
const PING_EVERY_MS = 1000;
const MAX_PINGS_OUT = 2;
/** What waits for a slow server, in bytes; more is lost. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Node announces each socket of this process here. */
const SOCKET_CHANNEL = "net.client.socket";

/** A connection to a nats-server, from its opening to its end. */
export class NatsLine {
  /** Resolves when it carries nothing any more, with why, in words. */
  readonly ended: Promise<string>;
  readonly #connection: NatsConnection;
  #subscription: Subscription | null = null;
  /** Published, and not known to have reached the server. */
  #waitingBytes = 0;
  #isFlushing = false;

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.ended = this.#watch();
  }

  /**
   * @param natsUrl `nats://` or `tls://`, with user and password or a token
   * @param signal ends the attempt
   * @throws Error with why it can't be used, in words for operators
   */
  static async open(natsUrl: string, signal: AbortSignal): Promise<NatsLine> {
    const sockets = new Set<Socket>();
    const cut = (): void => {
      for (const socket of sockets) socket.destroy();
    };
    signal.addEventListener("abort", cut, { once: true });
    try {
      signal.throwIfAborted();
      const connection = await recordSockets(
        sockets,
        async () => await connect(optionsOf(natsUrl)),
      );
      const line = new NatsLine(connection);
      await line.#check().catch(async (error: unknown) => {
        await line.close();
        throw error;
      });
      return line;
    } catch (error) {
      cut();
      throw new Error(wordNatsTrouble(error), { cause: error });
    } finally {
      signal.removeEventListener("abort", cut);
    }
  }

  publish(topic: string, parts: readonly string[]): void {
    for (const part of parts) {
      if (this.#connection.isClosed() || this.#waitingBytes > MAX_WAITING_BYTES) return;
      const bytes = Buffer.from(part);
      this.#connection.publish(subjectOf(topic), bytes);
      this.#waitingBytes += bytes.length;
    }
    if (!this.#isFlushing) void this.#flush();
  }

  /** @param following null: nothing is followed any more */
  follow(following: Following | null): void {
    this.#subscription?.unsubscribe();
    this.#subscription = null;
    if (following === null || this.#connection.isClosed()) return;
    this.#subscription = this.#connection.subscribe(subjectOf(following.topic), {
      callback: (error, message) => {
        if (error === null) following.take(message.string());
      },
    });
  }

  /** Ends it at once, also when the server takes nothing. */
  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #watch(): Promise<string> {
    for await (const status of this.#connection.status()) {
      if (status.type === "error") return wordNatsTrouble(status.error);
      if (status.type === "staleConnection") return "it does not respond";
      if (status.type === "disconnect" || status.type === "close") break;
    }
    return "its connection broke";
  }

  /** A user who may not use our subjects is refused message by message. @throws then */
  async #check(): Promise<void> {
    const { max_payload: maxPayload = 0 } = this.#connection.info ?? {};
    if (maxPayload < MAX_PART_BYTES) throw new Error("its max_payload is less than 64 KB");
    let isCarried = false;
    const subject = subjectOf(`neonrelay_${randomUUID()}`);
    const subscription = this.#connection.subscribe(subject, {
      callback: (error) => {
        isCarried ||= error === null;
      },
    });
    this.#connection.publish(subject);
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => limit.reject(new Error("it does not respond")), ANSWER_LIMIT_MS);
    const end = async (): Promise<never> => {
      throw new Error(await this.ended);
    };
    const answered = async (): Promise<void> => {
      // The server answers in order.
      await this.#connection.flush();
      if (!isCarried) await end();
    };
    await Promise.race([answered(), end(), limit.promise]).finally(() => clearTimeout(timer));
    subscription.unsubscribe();
  }

  /** Never resolves when the line is closed meanwhile: the client forgets what it asked the server. */
  async #flush(): Promise<void> {
    this.#isFlushing = true;
    while (this.#waitingBytes > 0 && !this.#connection.isClosed()) {
      const bytes = this.#waitingBytes;
      await this.#connection.flush().catch(() => {}); // lost with its connection
      this.#waitingBytes -= bytes;
    }
    this.#isFlushing = false;
  }
}

/** NATS gives rights by the parts of a subject between dots. */
function subjectOf(topic: string): string {
  return topic.replace("_", ".");
}

/** The client takes no credentials in an address, so they stay out of what it logs. */
function optionsOf(natsUrl: string) {
  const url = new URL(natsUrl);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  // The client gives TLS no name for an address, and Node would take "localhost" for it.
  const tls = { handshakeFirst: false, host, ...(isIP(host) === 0 && { servername: host }) };
  return {
    servers: url.host,
    name: "neonrelay",
    timeout: ANSWER_LIMIT_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: MAX_PINGS_OUT,
    // It would try again without a word about why it has to, and hold back what is published meanwhile.
    reconnect: false,
    // Of several addresses of a host it would tell only what is wrong with the last one.
    resolve: false,
    ignoreClusterUpdates: true,
    ...(url.protocol === "tls:" && { tls }),
    ...(user !== "" && password === "" && { token: user }),
    ...(password !== "" && { user, pass: password }),
  };
}

const attempts = new AsyncLocalStorage<Set<Socket>>();

/** Collects the sockets that the client opens: it leaves the one of an attempt that took too long open, and shows none. */
async function recordSockets<Value>(
  sockets: Set<Socket>,
  open: () => Promise<Value>,
): Promise<Value> {
  const note = (message: unknown): void => {
    if (attempts.getStore() !== sockets || typeof message !== "object" || message === null) return;
    if ("socket" in message && message.socket instanceof Socket) sockets.add(message.socket);
  };
  subscribe(SOCKET_CHANNEL, note);
  try {
    return await attempts.run(sockets, open);
  } finally {
    unsubscribe(SOCKET_CHANNEL, note);
  }
}
