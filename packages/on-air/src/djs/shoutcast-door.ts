import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { WaitingPlaces } from "@neonrelay/process/waiting-places";
import { cleanText } from "../text/clean-text.ts";
import type { DjLineup } from "./dj-lineup.ts";
import { endWith, readBody } from "./source-door.ts";
import type { SourceGate } from "./source-gate.ts";
import {
  escapeFirstLine,
  headLength,
  MAX_HEAD_BYTES,
  parseHeaders,
  sourceFormat,
} from "./source-head.ts";

const HEAD_LIMIT_MS = 10_000;
/** Limits for connections that are not sources yet. */
const waitingLimits = {
  most: 64,
  perNetwork: 8,
  fromLoopback: 32,
  silentMs: HEAD_LIMIT_MS,
  isProxy: () => false,
};
const MAX_PASSWORD_LENGTH = 256;

/**
 * Accepts DJs over SHOUTcast's first protocol: a line with the password (the stream key, or `name:key`), our answer,
 * headers, sound. Title requests (`/admin.cgi`) go to the HTTP server.
 */
export class ShoutcastDoor {
  readonly #server: Server;
  readonly #lineup: Pick<DjLineup, "connect" | "whyRefused">;
  readonly #gate: SourceGate;
  readonly #onHttp: (socket: Socket) => void;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new WaitingPlaces(waitingLimits);

  constructor({
    lineup,
    gate,
    onHttp,
  }: {
    readonly lineup: Pick<DjLineup, "connect" | "whyRefused">;
    readonly gate: SourceGate;
    readonly onHttp: (socket: Socket) => void;
  }) {
    this.#lineup = lineup;
    this.#gate = gate;
    this.#onHttp = onHttp;
    this.#server = createServer((socket) => this.#open(socket));
  }

  /**
   * Starts listening.
   * @returns the port taken
   * @throws the system's error, such as EADDRINUSE
   */
  async listen({ host, port }: { readonly host: string; readonly port: number }): Promise<number> {
    this.#server.listen({ host, port });
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("there is no port");
    return address.port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #open(socket: Socket): void {
    if (!this.#waiting.take(socket, socket.remoteAddress ?? "")) return;
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {}); // the client has gone
    let bytes = Buffer.alloc(0);
    let key: string | null = null;
    const take = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      if (key === null) {
        const end = bytes.indexOf(10);
        if (end === -1 && bytes.length <= MAX_PASSWORD_LENGTH) return;
        const line = bytes.toString("utf8", 0, end === -1 ? bytes.length : end).trim();
        if (line.includes(" ") || end === -1) {
          release();
          this.#waiting.leave(socket);
          socket.pause();
          socket.unshift(escapeFirstLine(bytes));
          this.#onHttp(socket);
          return void socket.resume();
        }
        key = line;
        bytes = bytes.subarray(end + 1);
        if (!this.#greet(socket, key)) return release();
      }
      const length = headLength(bytes);
      if (length === null && bytes.length <= MAX_HEAD_BYTES) return;
      release();
      if (length === null) return void socket.destroy();
      const head = bytes.toString("latin1", 0, length);
      return this.#connect({ socket, key, head, body: bytes.subarray(length) });
    };
    const release = (): void => {
      socket.removeListener("data", take);
      socket.removeListener("close", release);
    };
    socket.on("data", take);
    socket.once("close", release);
  }

  /** @returns whether the password is right */
  #greet(socket: Socket, password: string): boolean {
    const outcome = this.#gate.check(credentialsOf(password), socket.remoteAddress ?? "");
    if (outcome.kind !== "let-in") {
      endWith(socket, "invalid password\r\n");
      return false;
    }
    const address = socket.remoteAddress ?? "";
    const reason = this.#lineup.whyRefused({ key: outcome.key, address });
    if (reason !== null) {
      endWith(socket, `${reason}\r\n`);
      return false;
    }
    socket.write("OK2\r\nicy-caps:11\r\n\r\n");
    return true;
  }

  #connect({
    socket,
    key: password,
    head,
    body,
  }: {
    readonly socket: Socket;
    readonly key: string;
    readonly head: string;
    readonly body: Buffer;
  }): void {
    const address = socket.remoteAddress ?? "";
    const checked = this.#gate.check(credentialsOf(password), address);
    const headers = parseHeaders(head.split(/\r?\n/));
    const contentType = headers.get("content-type") ?? "audio/mpeg";
    const format = sourceFormat(contentType);
    if (checked.kind !== "let-in" || format === undefined) return void socket.destroy();
    const { key } = checked;
    if (this.#lineup.whyRefused({ key, address }) !== null) return void socket.destroy();
    const userAgent = cleanText(headers.get("user-agent") ?? "SHOUTcast source").slice(0, 200);
    const info = {
      key,
      address,
      userAgent,
      contentType: cleanText(contentType).slice(0, 100),
      format,
    };
    const session = this.#lineup.connect({ source: socket, info });
    this.#waiting.leave(socket);
    readBody({ socket, session, body, isChunked: false });
  }
}

/** The stream key, alone or after a user name; some programs append a stream number. */
export function credentialsOf(password: string): {
  readonly username: string;
  readonly key: string;
} {
  const plain = password.replace(/[:#]\d$/, "");
  const colon = plain.indexOf(":");
  return colon === -1
    ? { username: "", key: plain }
    : { username: plain.slice(0, colon), key: plain.slice(colon + 1) };
}
