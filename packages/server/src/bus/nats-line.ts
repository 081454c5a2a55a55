import { connect, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { isIP, Socket } from "node:net";
import type { Following } from "./frame-bus.ts";

/** A server's limit is a megabyte by default; less than 64 KiB would make no sense there. */
export const MAX_PART_BYTES = 60_000;
/** For the connection, and for the first answer over it. */
const ANSWER_LIMIT_MS = 3000;
/** A server that misses these counts as gone. */
const PING_EVERY_MS = 1000;
const MAX_PINGS_OUT = 2;
/** Backlog for a slow server, in bytes; anything beyond is dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Node announces each of this process's sockets on this channel. */
const SOCKET_CHANNEL = "net.client.socket";

/** A connection to a nats-server, from its opening to its end. */
export class NatsLine {
  /** Resolves when it stops working, with the reason for people. */
  readonly ended: Promise<string>;
  readonly #connection: NatsConnection;
  #subscription: Subscription | null = null;
  /** Published, but not known to have reached the server. */
  #waitingBytes = 0;
  #isFlushing = false;

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.ended = this.#watch();
  }

  /**
   * @param natsUrl `nats://` or `tls://`, with user and password or a token
   * @param signal ends the attempt
   * @throws Error with the reason for operators when it can't be used
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

  /** @param following null: follows nothing any more */
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

  /** Ends it at once, even if the server is stalled. */
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

  /** A user without rights to our subjects is refused message by message. @throws in that case */
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

  /** Never resolves once the line is closed: the client drops its pending requests. */
  async #flush(): Promise<void> {
    this.#isFlushing = true;
    while (this.#waitingBytes > 0 && !this.#connection.isClosed()) {
      const bytes = this.#waitingBytes;
      await this.#connection.flush().catch(() => {}); // lost with the connection
      this.#waitingBytes -= bytes;
    }
    this.#isFlushing = false;
  }
}

/** NATS grants rights by the dot-separated parts of a subject. */
function subjectOf(topic: string): string {
  return topic.replace("_", ".");
}

/** The client gets the credentials separately from the address, so they stay out of its logs. */
function optionsOf(natsUrl: string) {
  const url = new URL(natsUrl);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  // For an IP address the client sets no TLS server name, and Node would assume "localhost".
  const tls = { handshakeFirst: false, host, ...(isIP(host) === 0 && { servername: host }) };
  return {
    servers: url.host,
    name: "neonrelay",
    timeout: ANSWER_LIMIT_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: MAX_PINGS_OUT,
    // It would retry without saying why, and hold back messages in the meantime.
    reconnect: false,
    // With several addresses per host, it would report only the last one's problem.
    resolve: false,
    ignoreClusterUpdates: true,
    ...(url.protocol === "tls:" && { tls }),
    ...(user !== "" && password === "" && { token: user }),
    ...(password !== "" && { user, pass: password }),
  };
}

const attempts = new AsyncLocalStorage<Set<Socket>>();

/**
 * Collects the sockets that the client opens: after a timed-out attempt it leaves its socket open, and doesn't expose
 * it.
 */
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

/** Node's codes for certificate problems: OpenSSL's names without X509_V_ERR_. */
const untrusted: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
const wordsByCode: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet: check the clocks of both machines",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is not for the host in NATS_URL",
  ECONNREFUSED: "nothing listens at the host and port in NATS_URL",
  ENOTFOUND: "the host in NATS_URL is not found",
  EAI_AGAIN: "the host in NATS_URL is not found",
};
/** By the name of the client's error. */
const wordsByName: Readonly<Record<string, string>> = {
  AuthorizationError: "it refuses the user and password, or the token, in NATS_URL",
  PermissionViolationError: "the user in NATS_URL may not publish and subscribe neonrelay.*",
  TimeoutError: "it does not respond",
};
/** By the client's message. */
const wordsByMessage: Readonly<Record<string, string>> = {
  "server does not support 'tls'": "it has no TLS, which tls:// in NATS_URL asks for",
  "unexpected response from server":
    "what listens at the host and port in NATS_URL is no nats-server",
};

/** Why a nats-server carries nothing, as words that follow its name. Reveals nothing of NATS_URL. */
export function wordNatsTrouble(error: unknown): string {
  if (!(error instanceof Error)) return "its connection broke";
  const code = codeOf(error);
  if (code !== null && untrusted.has(code))
    return `this machine does not trust its certificate (${code}): name a file with that of its authority in NODE_EXTRA_CA_CERTS`;
  return (
    (code === null ? undefined : wordsByCode[code]) ??
    wordsByName[error.name] ??
    wordsByMessage[error.message] ??
    code ??
    error.message
  );
}

/** The system's error code, from the error or its cause. */
function codeOf(error: Error): string | null {
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : null;
}
