import { sourceSocketBeside } from "@neonrelay/on-air/protocol";
import {
  headLength,
  judgeSource,
  MAX_HEAD_BYTES,
  parseSourceHead,
} from "@neonrelay/on-air/source-head";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { streamUnreachable } from "@neonrelay/process/handed-connection";
import { trustedProxies, type TrustedProxies } from "@neonrelay/process/client-address";
import type { ServerConfig } from "../config/config.ts";
import { endlessRequests } from "../http-kit/raw-answers.ts";

/** Limit from a source's first byte to the end of its head, as on the stream port. */
const HEAD_LIMIT_MS = 10_000;
/** On-air answers at once unless it hangs. */
const ANSWER_LIMIT_MS = 10_000;
/** How long a client may take to read its last answer. */
const LAST_WORDS_LIMIT_MS = 5000;
const MAX_HEADER_LENGTH = 1000;
const MOUNT = "/live";
/** Headers of a source that on-air gets: no cookie, and credentials only for the DJs' mount. */
const passedOn = ["content-type", "user-agent", "expect", "transfer-encoding"] as const;

interface Head {
  readonly method: string;
  readonly path: string;
  readonly protocol: string;
  readonly header: (name: string) => string | undefined;
}

interface Source {
  /** The client's connection, which gets the answer. */
  readonly socket: Socket;
  readonly head: string;
  readonly address: string;
  /** Bytes received after the head. */
  readonly begun: Buffer;
  readonly body: Readable;
}

/**
 * Accepts DJs on the web port, for set-ups with a single open port. Their bytes go through this process, so they go off
 * air when it ends: a live connection can't be handed over without losing bytes in transit. On-air's answer is returned
 * as it is, so keys, waits and refusals work as on the stream port.
 */
export class LiveDoor {
  readonly #socketPath: string;
  readonly #proxies: TrustedProxies;
  readonly #silentMs: number;
  /** Sockets that Node's server doesn't know of. */
  readonly #sockets = new Set<Socket>();
  #onTaken: (socket: Socket) => void = () => {};
  #isClosed = false;

  /** @param silentMs maximum silence of a connection */
  constructor(
    { onAirSocketPath, trustProxy }: Pick<ServerConfig, "onAirSocketPath" | "trustProxy">,
    { silentMs }: { readonly silentMs: number },
  ) {
    this.#socketPath = sourceSocketBeside(onAirSocketPath);
    this.#proxies = trustedProxies(trustProxy);
    this.#silentMs = silentMs;
  }

  /** @param onTaken called with each connection that on-air has answered */
  onTaken(onTaken: (socket: Socket) => void): void {
    this.#onTaken = onTaken;
  }

  /**
   * Recognises a source by the first bytes of its connection, since a source's request is not HTTP that Node can parse:
   * its body has no length. Returns any other connection untouched.
   */
  open(socket: Socket, onOther: () => void): void {
    if (this.#isClosed) return onOther();
    this.#sockets.add(socket);
    const forget = (): void => void this.#sockets.delete(socket);
    socket.once("close", forget);
    let limit = setTimeout(() => socket.destroy(), this.#silentMs);
    socket.on("error", () => {}); // the client is gone
    let bytes = Buffer.alloc(0);
    const take = (chunk: Buffer): void => {
      const isFirst = bytes.length === 0;
      bytes = Buffer.concat([bytes, chunk]);
      const beginning = judgeSource(bytes);
      const length = beginning === "source" ? headLength(bytes) : null;
      const isOpen = beginning === "source" && length === null && bytes.length < MAX_HEAD_BYTES;
      if (beginning === "unclear" || isOpen) {
        if (!isFirst) return;
        clearTimeout(limit);
        limit = setTimeout(() => socket.destroy(), HEAD_LIMIT_MS);
        return;
      }
      release();
      socket.pause();
      if (beginning === "other") {
        forget();
        socket.removeListener("close", forget);
        socket.unshift(bytes);
        onOther();
        return void socket.resume();
      }
      if (length === null) return refuse(socket, tooLong);
      const parsed = parseSourceHead(bytes.toString("latin1", 0, length));
      if (parsed === null) return refuse(socket, unreadable);
      const { method, target, protocol, headers } = parsed;
      const path = target.split("?")[0] ?? "";
      const head = { method, path, protocol, header: (name: string) => headers.get(name) };
      this.#pass({
        socket,
        begun: bytes.subarray(length),
        body: socket,
        ...this.#about(head, socket),
      });
    };
    const release = (): void => {
      clearTimeout(limit);
      socket.removeListener("data", take);
      socket.removeListener("close", release);
    };
    socket.on("data", take);
    socket.once("close", release);
  }

  /**
   * Accepts a source that is a later request on its connection: from a proxy that keeps connections alive, or from
   * libshout, which asks first.
   * @returns whether it is a source
   */
  takeRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = "", url = "", socket } = request;
    if (method === "OPTIONS" && url === "*") {
      // Closed, so that the source's next request starts a new connection.
      response.writeHead(200, { allow: "GET, HEAD, OPTIONS, PUT, SOURCE", connection: "close" });
      response.end();
      return true;
    }
    if (!isLive(request)) return false;
    // Pipelined behind a request that is still being answered: this answer may not take over the connection.
    if (response.socket !== socket) {
      socket.destroy();
      return true;
    }
    response.detachSocket(socket);
    endlessRequests.add(socket);
    const protocol = `HTTP/${request.httpVersion}`;
    const header = (name: string): string | undefined => {
      const value = request.headers[name];
      // Node has already decoded the chunks.
      if (name === "transfer-encoding" || value === undefined) return undefined;
      return Array.isArray(value) ? value.join(", ") : value;
    };
    const head = { method, path: url.split("?")[0] ?? "", protocol, header };
    this.#pass({ socket, begun: Buffer.alloc(0), body: request, ...this.#about(head, socket) });
    return true;
  }

  /** Cuts off DJs and connections that have not sent enough yet. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #about(head: Head, { remoteAddress = "" }: Socket): Pick<Source, "head" | "address"> {
    const { method, path, protocol, header } = head;
    const names = path === MOUNT ? ["authorization", ...passedOn] : passedOn;
    const lines = names.flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [`${name}: ${value.slice(0, MAX_HEADER_LENGTH)}`];
    });
    const address = this.#proxies.clientOf({
      address: remoteAddress,
      forwardedFor: header("x-forwarded-for"),
    });
    return { head: [`${method} ${path} ${protocol}`, ...lines, "", ""].join("\r\n"), address };
  }

  #pass({ socket, head, address, begun, body }: Source): void {
    const upstream = connect(this.#socketPath);
    let isAnswered = false;
    const limit = setTimeout(() => upstream.destroy(), ANSWER_LIMIT_MS);
    upstream.on("error", () => {}); // 'close' follows
    upstream.once("data", () => {
      isAnswered = true;
      clearTimeout(limit);
      this.#onTaken(socket);
    });
    upstream.once("close", () => {
      clearTimeout(limit);
      body.unpipe(upstream);
      if (isAnswered) end(socket, body);
      else refuse(socket, unreachable, body);
    });
    socket.once("close", () => upstream.destroy());
    upstream.write(`${JSON.stringify({ address })}\n${head}`, "latin1");
    upstream.write(begun);
    upstream.pipe(socket, { end: false });
    body.pipe(upstream);
  }
}

/** Whether it is a source for the DJs' mount. */
export function isLive({ method, url }: IncomingMessage): boolean {
  return (method === "PUT" || method === "SOURCE") && url?.split("?")[0] === MOUNT;
}

interface Refusal {
  readonly status: string;
  readonly text: string;
  readonly headers?: readonly string[];
}

const tooLong: Refusal = { status: "431 Request Header Fields Too Large", text: "Too long.\n" };
const unreadable: Refusal = { status: "400 Bad Request", text: "This request can't be read.\n" };
const unreachable: Refusal = {
  status: "503 Service Unavailable",
  text: "The station can't take DJs right now; please try again soon.\n",
  headers: [`Retry-After: ${streamUnreachable.headers["retry-after"]}`],
};

function refuse(
  socket: Socket,
  { status, text, headers = [] }: Refusal,
  body: Readable = socket,
): void {
  const lines = [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...headers,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n${text}`);
  end(socket, body);
}

/** Closes once the answer is sent. Discards incoming data until then, so that the client can read it. */
function end(socket: Socket, body: Readable): void {
  const limit = setTimeout(() => socket.destroy(), LAST_WORDS_LIMIT_MS);
  socket.once("close", () => clearTimeout(limit));
  body.resume();
  socket.end();
}
