import type { Socket } from "node:net";
import type { TrustedProxies } from "@neonrelay/process/client-address";
import { SERVER_NAME } from "../stream/mount-headers.ts";
import type { SourceDoorPort } from "../stream/source-port.ts";
import { cleanText } from "../text/clean-text.ts";
import { createChunkReader } from "./chunked-body.ts";
import { readBasicCredentials } from "./dj-keys.ts";
import type { DjLineup } from "./dj-lineup.ts";
import type { DjSession } from "./dj-session.ts";
import {
  escapeFirstLine,
  headLength,
  judgeBeginning,
  MAX_HEAD_BYTES,
  parseSourceHead,
  sourceFormat,
  type SourceHead,
} from "./source-head.ts";
import type { SourceGate } from "./source-gate.ts";

/** From the connection to the end of the head. */
const HEAD_LIMIT_MS = 10_000;
/** How long a refused source may take to read why. */
const REFUSAL_LIMIT_MS = 5000;
const MOUNT = "/live";

interface DoorParts {
  readonly lineup: Pick<DjLineup, "connect" | "whyRefused">;
  readonly gate: SourceGate;
  readonly proxies: TrustedProxies;
}

interface OpenOptions {
  readonly onOther: () => void;
  readonly onSource: () => void;
  /** The client's address as others found it; null: use the connection's. */
  readonly address: string | null;
}

interface Refusal {
  readonly status: string;
  readonly text: string;
  readonly headers?: readonly string[];
}

/**
 * Accepts DJs over Icecast's protocol. It inspects the first bytes of each connection because node:http can't read a
 * source: its body has no length and starts at once.
 */
export class SourceDoor implements SourceDoorPort {
  readonly #parts: DoorParts;

  constructor(parts: DoorParts) {
    this.#parts = parts;
  }

  /**
   * Takes over a source's connection, and gives any other back untouched.
   * @param onOther called if it is not a source
   * @param onSource called if it is; the session then owns the socket
   */
  open(
    socket: Socket,
    callbacks: { readonly onOther: () => void; readonly onSource: () => void },
  ): void {
    this.#open(socket, { ...callbacks, address: null });
  }

  /** Takes over a source's connection from the web port. Owns the socket. @param address of the client */
  openHanded(socket: Socket, address: string): void {
    const onOther = (): void => void socket.destroy();
    this.#open(socket, { onOther, onSource: () => {}, address });
  }

  #open(socket: Socket, { onOther, onSource, address }: OpenOptions): void {
    const limit = setTimeout(() => socket.destroy(), HEAD_LIMIT_MS);
    socket.on("error", () => {}); // the client has gone
    let bytes = Buffer.alloc(0);
    const take = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const beginning = judgeBeginning(bytes);
      if (beginning === "unclear") return;
      const length = beginning === "source" ? headLength(bytes) : 0;
      if (length === null && bytes.length < MAX_HEAD_BYTES) return;
      release();
      if (beginning === "other") {
        socket.pause();
        socket.unshift(escapeFirstLine(bytes));
        onOther();
        return void socket.resume();
      }
      if (length === null)
        return refuse(socket, { status: "431 Request Header Fields Too Large", text: "Too long." });
      const head = parseSourceHead(bytes.toString("latin1", 0, length));
      return this.#admit({ socket, head, body: bytes.subarray(length), onSource, address });
    };
    const release = (): void => {
      clearTimeout(limit);
      socket.removeListener("data", take);
      socket.removeListener("close", release);
    };
    socket.on("data", take);
    socket.once("close", release);
  }

  #admit({
    socket,
    head,
    body,
    onSource,
    address,
  }: Omit<OpenOptions, "onOther"> & {
    readonly socket: Socket;
    readonly head: SourceHead | null;
    readonly body: Buffer;
  }): void {
    const outcome = head === null ? badHead : this.#connect(head, { socket, handed: address });
    if ("status" in outcome) return refuse(socket, outcome);
    const isChunked = /\bchunked\b/i.test(head?.headers.get("transfer-encoding") ?? "");
    if (head?.headers.get("expect")?.toLowerCase() === "100-continue")
      socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    const protocol = head?.protocol === "HTTP/1.1" ? "HTTP/1.1" : "HTTP/1.0";
    socket.write(`${protocol} 200 OK\r\nServer: ${SERVER_NAME}\r\nConnection: close\r\n\r\n`);
    onSource();
    readBody({ socket, session: outcome, body, isChunked });
  }

  #connect(
    head: SourceHead,
    { socket, handed }: { readonly socket: Socket; readonly handed: string | null },
  ): DjSession | Refusal {
    const path = head.target.split("?")[0];
    if (path !== MOUNT)
      return { status: "404 Not Found", text: `DJs broadcast to the mount ${MOUNT}.` };
    const forwardedFor = head.headers.get("x-forwarded-for");
    const address =
      handed ?? this.#parts.proxies.clientOf({ address: socket.remoteAddress ?? "", forwardedFor });
    const checked = this.#parts.gate.check(
      readBasicCredentials(head.headers.get("authorization")),
      address,
    );
    if (checked.kind === "wait") return tooSoon(checked.seconds);
    if (checked.kind === "unknown") return unknownKey;
    const contentType = head.headers.get("content-type");
    const format = sourceFormat(contentType);
    if (format === undefined) {
      const text = "The station takes MP3, AAC and Ogg (Opus, Vorbis, FLAC).";
      return { status: "415 Unsupported Media Type", text };
    }
    const reason = this.#parts.lineup.whyRefused({ key: checked.key, address });
    if (reason !== null) return { status: "403 Forbidden", text: reason };
    const userAgent = cleanText(head.headers.get("user-agent") ?? "").slice(0, 200);
    const info = { key: checked.key, address, userAgent, format };
    return this.#parts.lineup.connect({
      source: socket,
      info: { ...info, contentType: cleanText(contentType ?? "audio/mpeg").slice(0, 100) },
    });
  }
}

const badHead: Refusal = { status: "400 Bad Request", text: "This request can't be read." };
const unknownKey: Refusal = {
  status: "401 Unauthorized",
  text: "Give your user name and your stream key.",
  headers: ['WWW-Authenticate: Basic realm="Neon Relay"'],
};

function tooSoon(seconds: number): Refusal {
  const text = `Too many wrong keys: try again in ${seconds} s.`;
  return { status: "429 Too Many Requests", text, headers: [`Retry-After: ${seconds}`] };
}

function refuse(socket: Socket, { status, text, headers = [] }: Refusal): void {
  const body = `${text}\n`;
  const lines = [
    `HTTP/1.1 ${status}`,
    `Server: ${SERVER_NAME}`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  endWith(socket, `${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Sends a last message and closes. Discards further input, so that the client can read the message. */
export function endWith(socket: Socket, text: string): void {
  const limit = setTimeout(() => socket.destroy(), REFUSAL_LIMIT_MS);
  socket.once("close", () => clearTimeout(limit));
  socket.resume();
  socket.end(text);
}

/** Feeds a session its bytes, starting with those that came with the head. */
export function readBody({
  socket,
  session,
  body,
  isChunked,
}: {
  readonly socket: Socket;
  readonly session: DjSession;
  readonly body: Buffer;
  readonly isChunked: boolean;
}): void {
  const readChunk = isChunked ? createChunkReader() : null;
  const take = (bytes: Buffer): void => {
    if (readChunk === null) return session.take(bytes);
    try {
      const plain = readChunk(bytes);
      if (plain === null) return session.end("the body ended");
      session.take(plain);
    } catch (error) {
      session.end(error instanceof Error ? error.message : "the body can't be read");
    }
    return undefined;
  };
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 10_000);
  socket.on("data", take);
  // A source that has sent everything closes its half of the connection.
  socket.once("end", () => socket.destroy());
  take(body);
  socket.resume();
}
