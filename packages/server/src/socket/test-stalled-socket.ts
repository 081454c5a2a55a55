import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { BrowserSocket } from "./browser-socket.ts";

/** A connection whose other end reads when the test says so. */
class StalledStream extends Duplex {
  /** Messages that have arrived, as text. */
  readonly arrived: string[] = [];
  /** What was written last. After a ping: what it carries. */
  last: Buffer = Buffer.alloc(0);
  #isHeld = false;
  #taken: (() => void) | null = null;

  constructor() {
    super({ highWaterMark: 200 });
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.arrived.push(...textsIn(chunk));
    this.last = chunk;
    if (this.#isHeld) this.#taken = done;
    else done();
  }

  hold(): void {
    this.#isHeld = true;
  }

  /** Reads all there is; resolves when the writer has nothing left to say. */
  async release(): Promise<void> {
    this.#isHeld = false;
    this.#taken?.();
    this.#taken = null;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The texts of frames shorter than 64 KiB. */
function textsIn(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; bytes[at] === 0x81;) {
    const isShort = (bytes[at + 1] ?? 0) < 126;
    const start = at + (isShort ? 2 : 4);
    const size = isShort ? (bytes[at + 1] ?? 0) : bytes.readUInt16BE(at + 2);
    texts.push(bytes.toString("utf8", start, start + size));
    at = start + size;
  }
  return texts;
}

/** A socket of the server on such a connection. */
export async function openStalledSocket() {
  const stream = new StalledStream();
  const request = new IncomingMessage(new Socket());
  request.method = "GET";
  request.headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
  };
  const listRequests = { times: 0 };
  const acceptor = new WebSocketServer({ noServer: true, clientTracking: false });
  const socket = await new Promise<WebSocket>((resolve) =>
    acceptor.handleUpgrade(request, stream, Buffer.alloc(0), resolve),
  );
  const browser = new BrowserSocket({
    socket,
    stream,
    requestLists: () => (listRequests.times += 1),
  });
  return { browser, stream, socket, listRequests };
}
