import { once } from "node:events";
import {
  createServer,
  request as requestOf,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** A file of another version of the web app. */
export interface OtherFile {
  readonly type: string;
  readonly body: string;
}

/**
 * A way to a station that can be cut and mended, as a restart or a lost network does it, and on which some files of the
 * web app are of another version. HTTP and sockets. Closing it is the caller's.
 */
export class StationWay implements AsyncDisposable {
  /** By path. */
  readonly others = new Map<string, OtherFile>();
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  private constructor(target: URL) {
    this.#target = target;
  }

  static async open(webUrl: string): Promise<StationWay> {
    const way = new StationWay(new URL(webUrl));
    await way.mend();
    return way;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Ends what is open and refuses what comes. */
  async cut(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, "close");
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Opens it again, at the same address. */
  async mend(): Promise<void> {
    const server = createServer();
    this.#server = server;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    server.on("request", (request, response) => this.#passOn(request, response));
    server.on("upgrade", (request, visitor) => this.#passSocket(request, visitor));
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (typeof address === "object") this.#port = address?.port ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cut();
  }

  #passOn(request: IncomingMessage, response: ServerResponse): void {
    const { method, url: path, headers } = request;
    const other = this.others.get(path ?? "");
    if (other !== undefined) {
      response.setHeader("content-type", other.type).end(other.body);
      return;
    }
    const { hostname: host, port } = this.#target;
    const asked = requestOf({ host, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
    response.on("close", () => asked.destroy());
    request.pipe(asked);
  }

  #passSocket({ method, url, rawHeaders }: IncomingMessage, visitor: Duplex): void {
    const station = connect(Number(this.#target.port), this.#target.hostname);
    const headers = rawHeaders.map((text, index) => `${text}${index % 2 === 0 ? ": " : "\r\n"}`);
    station.write(`${method} ${url} HTTP/1.1\r\n${headers.join("")}\r\n`);
    visitor.pipe(station).pipe(visitor);
    for (const [end, other] of [
      [visitor, station],
      [station, visitor],
    ] as const)
      end.on("error", () => other.destroy()).on("close", () => other.destroy());
  }
}
