import {
  decodeLevels,
  socketMessageSchema,
  socketStateTypes,
  type Levels,
  type SocketMessage,
  type SocketMessageType,
} from "@neonrelay/contract";
import { WebSocket } from "ws";
import { Arrivals, isAny } from "../test-arrivals.ts";

/** A browser's socket that keeps what it receives. */
export class TestSocket implements Disposable {
  readonly socket: WebSocket;
  readonly #messages = new Arrivals<SocketMessage>();
  readonly #levels = new Arrivals<Levels | null>();

  /** @param origin of the test server; the page's too, unless `headers` has another */
  constructor(origin: string, headers: Readonly<Record<string, string>> = {}) {
    this.socket = new WebSocket(`${origin.replace("http", "ws")}/ws`, {
      headers: { origin, ...headers },
    });
    this.socket.on("error", () => {});
    this.socket.on("message", (data, isBinary) => {
      if (!Buffer.isBuffer(data)) throw new TypeError("messages come as buffers");
      if (isBinary) this.#levels.push(decodeLevels(data));
      else this.#messages.push(socketMessageSchema.parse(JSON.parse(data.toString("utf8"))));
    });
  }

  /** A socket that has got everything: what comes next is news. */
  static async connect(
    origin: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestSocket> {
    const socket = new TestSocket(origin, headers);
    // What the test before changed may be announced while this socket gets everything.
    for (const _type of socketStateTypes) await socket.next();
    socket.send({ type: "ping" });
    await socket.nextOf("pong");
    return socket;
  }

  send(value: unknown): void {
    this.socket.send(typeof value === "string" ? value : JSON.stringify(value));
  }

  /** The next message that was not taken yet. */
  async next(): Promise<SocketMessage> {
    return await this.#messages.next("message", isAny);
  }

  /** The next message of this type that is the one wanted; others before it are passed over. */
  async nextOf<Type extends SocketMessageType>(
    type: Type,
    isIt: (message: Extract<SocketMessage, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<SocketMessage, { type: Type }>> {
    return await this.#messages.next(
      type,
      (message): message is Extract<SocketMessage, { type: Type }> =>
        isOf(message, type) && isIt(message),
    );
  }

  /** The next levels that were not taken yet, null when they can't be read. */
  async nextLevels(): Promise<Levels | null> {
    return await this.#levels.next("levels", isAny);
  }

  untakenLevels(): readonly (Levels | null)[] {
    return this.#levels.untaken();
  }

  /** What has come and was not asked for. */
  untaken(): readonly SocketMessage[] {
    return this.#messages.untaken();
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}

function isOf<Type extends SocketMessageType>(
  message: SocketMessage,
  type: Type,
): message is Extract<SocketMessage, { type: Type }> {
  return message.type === type;
}
