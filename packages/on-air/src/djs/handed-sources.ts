import { createServer, type Server, type Socket } from "node:net";
import { handedSourceSchema, MAX_HANDED_LINE_BYTES } from "../protocol/index.ts";
import { listenOnSocket } from "../state/listen-on-socket.ts";
import type { SourceDoor } from "./source-door.ts";

/** Maximum connections: DJs on air, waiting or being refused. */
const MAX_CONNECTIONS = 64;
/** The server sends the line at once. */
const LINE_LIMIT_MS = 5000;
const LINE_FEED = 10;

/** Unix socket over which the server passes on DJs who connect to the web port. */
export class HandedSources {
  readonly #server: Server;
  readonly #door: Pick<SourceDoor, "openHanded">;
  readonly #connections = new Set<Socket>();

  constructor(door: Pick<SourceDoor, "openHanded">) {
    this.#door = door;
    this.#server = createServer((socket) => this.#take(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** @throws the system's error when the socket can't be created */
  async listen(socketPath: string): Promise<void> {
    await listenOnSocket(this.#server, socketPath);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#connections) socket.destroy();
    await closed;
  }

  #take(socket: Socket): void {
    this.#connections.add(socket);
    const limit = setTimeout(() => socket.destroy(), LINE_LIMIT_MS);
    socket.on("error", () => {}); // the server has gone
    socket.once("close", () => {
      clearTimeout(limit);
      this.#connections.delete(socket);
    });
    let bytes = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.subarray(0, MAX_HANDED_LINE_BYTES).indexOf(LINE_FEED);
      if (end === -1 && bytes.length < MAX_HANDED_LINE_BYTES) return;
      socket.removeListener("data", read);
      clearTimeout(limit);
      const address = end === -1 ? undefined : addressIn(bytes.toString("utf8", 0, end));
      if (address === undefined) return void socket.destroy();
      socket.pause();
      if (bytes.length > end + 1) socket.unshift(bytes.subarray(end + 1));
      this.#door.openHanded(socket, address);
      socket.resume();
    };
    socket.on("data", read);
  }
}

function addressIn(line: string): string | undefined {
  try {
    return handedSourceSchema.safeParse(JSON.parse(line)).data?.address;
  } catch {
    return undefined;
  }
}
