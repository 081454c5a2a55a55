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
import { feedServer } from "../http-kit/fed-server.ts";
import { hostnameOf } from "../http-kit/origin-rules.ts";
import { timeLimits, type RequestLimits } from "../http-kit/request-limits.ts";

const KEEP_ALIVE_MS = 72_000;

/** Makes the servers of a web port that speaks TLS. Clients that begin without it are sent to https. */
export class SecureServers {
  readonly #door: TlsDoor;
  readonly #plain: Server;
  readonly #takePlain: (socket: Socket) => void;

  constructor(
    tls: TlsConfig,
    { limits, log }: { readonly limits: RequestLimits; readonly log: Logger },
  ) {
    this.#door = new TlsDoor(tls, { owner: "the web port", log });
    this.#plain = createServer(timeLimits(limits), sendToHttps);
    this.#takePlain = feedServer(this.#plain);
  }

  /** For Fastify: it makes one, and for localhost two. */
  factory(options: ServerOptions): FastifyServerFactory {
    return (handler) => {
      const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, ...options }, handler);
      const serve = server.listeners("connection");
      server.removeAllListeners("connection");
      server.on("connection", (socket: Socket) =>
        this.#door.open(socket, {
          onSecure: (secure) => {
            for (const each of serve) each.call(server, secure);
          },
          onPlain: this.#takePlain,
        }),
      );
      return server;
    };
  }

  /** Ends what the servers don't know of. */
  async close(): Promise<void> {
    this.#plain.closeAllConnections();
    this.#plain.close();
    await this.#door.close();
  }
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
