import { once } from "node:events";
import {
  createServer,
  request as requestOf,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { promisify } from "node:util";

/** A file from another version of the web app. */
interface OtherFile {
  readonly type: string;
  readonly body: string;
}

/**
 * A proxy to a station that can be cut and restored, like a restart or a network outage, and can serve some files from
 * another version of the web app. Carries HTTP and sockets, and keeps its port while cut. The caller closes it.
 */
export class StationWay implements AsyncDisposable {
  /** By path. */
  readonly others = new Map<string, OtherFile>();
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer();
  #isCut = false;

  private constructor(target: URL) {
    this.#target = target;
    this.#server.on("connection", (socket) => this.#take(socket));
    this.#server.on("request", (request, response) => this.#passOn(request, response));
    this.#server.on("upgrade", (request, visitor) => this.#passSocket(request, visitor));
  }

  static async open(webUrl: string): Promise<StationWay> {
    const way = new StationWay(new URL(webUrl));
    way.#server.listen(0, "127.0.0.1");
    await once(way.#server, "listening");
    return way;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the way is closed");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Ends open connections and refuses new ones. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await promisify(this.#server.close.bind(this.#server))();
  }

  #take(socket: Socket): void {
    if (this.#isCut) {
      socket.resetAndDestroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
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
