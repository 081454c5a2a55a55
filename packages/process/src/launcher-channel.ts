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

/** A part's end of the IPC channel to the launcher, over which sockets go. */
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
   * The listening socket that the launcher kept, for `listen` of a server.
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

  /** Gives the launcher the socket that `server` listens on, to keep it open over restarts of this process. */
  keepWebPort(server: Server): void {
    // Of a Server Node would make one in the launcher that accepts connections; of its handle it makes none.
    const handle: unknown = Reflect.get(server, "_handle");
    if (isSendable(handle)) process.send?.({ kind: "web-port" } satisfies ChannelMessage, handle);
  }

  /** Hands a client's connection to on-air. `refuse` is called when that can't be done. */
  handOver(connection: HandOver): void {
    this.#sender.handOver(connection);
  }

  /** @param onConnection owns each socket it is given */
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
        // The client may have gone on the way.
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
  process.send?.(message, socket, { keepOpen: true }, () => {}); // the launcher going away ends this process too
  return true;
}

/** Node's own handle of a listening socket, which its types do not name. */
function isSendable(handle: unknown): handle is Server {
  return typeof handle === "object" && handle !== null && "getsockname" in handle;
}
