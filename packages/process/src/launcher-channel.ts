import { Socket, type Server } from "node:net";
import {
  channelMessageSchema,
  ConnectionSender,
  type ChannelMessage,
  type HandedConnection,
  type HandOver,
} from "./handed-connection.ts";

/** How long the launcher may take to send the listening socket of the web port. */
const PORT_LIMIT_MS = 5000;

/** A part's end of the IPC channel to the launcher, which carries sockets. */
export class LauncherChannel {
  readonly #sender = new ConnectionSender(send);
  readonly #webPort = Promise.withResolvers<unknown>();
  #onConnection: (connection: HandedConnection) => void = ({ socket }) => void socket.destroy();

  /** @returns null without a launcher, as in tests of one part */
  static open(): LauncherChannel | null {
    return process.send === undefined ? null : new LauncherChannel();
  }

  private constructor() {
    process.on("message", (value, handle) => this.#take(channelMessageSchema.parse(value), handle));
    process.on("disconnect", () => this.#sender.lost());
  }

  /**
   * The listening socket kept by the launcher, ready for a server's `listen`.
   * @throws when the launcher does not send it in time
   */
  async webPort(): Promise<unknown> {
    const limit = setTimeout(
      () => this.#webPort.reject(new Error("the launcher did not send the web port")),
      PORT_LIMIT_MS,
    );
    try {
      return await this.#webPort.promise;
    } finally {
      clearTimeout(limit);
    }
  }

  /** Passes the socket that `server` listens on to the launcher, which keeps it open while this process restarts. */
  keepWebPort(server: Server): void {
    // Sending the Server would make Node accept connections in the launcher; sending its handle does not.
    const handle: unknown = Reflect.get(server, "_handle");
    if (isSendable(handle)) process.send?.({ kind: "web-port" } satisfies ChannelMessage, handle);
  }

  /** Hands a client's connection to on-air; calls `refuse` if that fails. */
  handOver(connection: HandOver): void {
    this.#sender.handOver(connection);
  }

  /** @param onConnection takes ownership of each socket */
  onConnection(onConnection: (connection: HandedConnection) => void): void {
    this.#onConnection = onConnection;
  }

  #take(message: ChannelMessage, handle: unknown): void {
    switch (message.kind) {
      case "web-port":
        return this.#webPort.resolve(handle);
      case "taken":
        return this.#sender.taken();
      case "connection":
        send({ kind: "taken" });
        // The client may have disconnected on the way.
        if (handle instanceof Socket) {
          handle.on("error", () => {});
          this.#onConnection({ socket: handle, request: message.request });
        }
        return undefined;
      default:
        return message satisfies never;
    }
  }
}

/** @returns false when the launcher is gone */
function send(message: ChannelMessage, socket?: Socket): boolean {
  if (!process.connected) return false;
  process.send?.(message, socket, { keepOpen: true }, () => {}); // a launcher that has gone ends this process too
  return true;
}

/** Node's handle of a listening socket, missing from its types. */
function isSendable(handle: unknown): handle is Server {
  return typeof handle === "object" && handle !== null && "getsockname" in handle;
}
