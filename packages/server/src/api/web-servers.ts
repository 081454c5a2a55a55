import type { TlsConfig } from "@neonrelay/process/certificate-files";
import type { Logger } from "@neonrelay/process/log";
import { TlsDoor } from "@neonrelay/process/tls-door";
import type { FastifyServerFactory } from "fastify";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { ServerConfig } from "../config/config.ts";
import { feedServer } from "../http-kit/fed-server.ts";
import { hostnameOf } from "../http-kit/origin-rules.ts";
import { timeLimits, type RequestLimits } from "../http-kit/request-limits.ts";
import { isLive, LiveDoor } from "./live-door.ts";

const KEEP_ALIVE_MS = 72_000;

interface Secure {
  readonly door: TlsDoor;
  readonly plain: Server;
  readonly takePlain: (socket: Socket) => void;
}

/**
 * Creates the web port's servers. With a certificate they speak TLS, and plain-text clients are redirected to https.
 * DJs go to on-air; everything else is HTTP.
 */
export class WebServers {
  readonly #live: LiveDoor;
  readonly #secure: Secure | null;

  constructor(
    config: Pick<ServerConfig, "tls" | "onAirSocketPath" | "trustProxy">,
    { limits, log }: { readonly limits: RequestLimits; readonly log: Logger },
  ) {
    this.#live = new LiveDoor(config, { silentMs: limits.headersMs });
    this.#secure = config.tls === null ? null : secureOf(config.tls, { limits, log });
  }

  /** @param onLive called with each DJ's connection, which no longer counts among those that wait */
  onLive(onLive: (socket: Socket) => void): void {
    this.#live.onTaken(onLive);
  }

  /** For Fastify, which makes one, and two for localhost. */
  factory(options: ServerOptions): FastifyServerFactory {
    return (handler) => {
      const server = createServer(
        { keepAliveTimeout: KEEP_ALIVE_MS, ...options },
        (request, response) => {
          if (!this.#live.takeRequest(request, response)) handler(request, response);
        },
      );
      // On-air answers DJs itself.
      server.on("checkContinue", (request, response) => {
        if (!isLive(request)) response.writeContinue();
        server.emit("request", request, response);
      });
      const serve = server.listeners("connection");
      server.removeAllListeners("connection");
      const open = (socket: Socket): void =>
        this.#live.open(socket, () => {
          for (const each of serve) each.call(server, socket);
        });
      server.on("connection", (socket: Socket) => {
        if (this.#secure === null) return open(socket);
        const { door, takePlain } = this.#secure;
        return door.open(socket, { onSecure: open, onPlain: takePlain });
      });
      return server;
    };
  }

  /** Ends connections that the servers don't know of. */
  async close(): Promise<void> {
    this.#live.close();
    if (this.#secure === null) return;
    this.#secure.plain.closeAllConnections();
    this.#secure.plain.close();
    await this.#secure.door.close();
  }
}

function secureOf(
  tls: TlsConfig,
  { limits, log }: { readonly limits: RequestLimits; readonly log: Logger },
): Secure {
  const plain = createServer(timeLimits(limits), sendToHttps);
  const door = new TlsDoor(tls, { owner: "the web port", log });
  return { door, plain, takePlain: feedServer(plain) };
}

function sendToHttps(request: IncomingMessage, response: ServerResponse): void {
  const { host = "" } = request.headers;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isPath = request.url?.startsWith("/") === true;
  const canFollow = isRead && isPath && hostnameOf(host) !== null;
  response.writeHead(canFollow ? 308 : 400, {
    connection: "close",
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
    ...(canFollow && { location: `https://${host}${request.url}` }),
  });
  response.end("This port speaks https: begin the address with https://\n");
}
