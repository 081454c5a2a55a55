/** A server that does only what a test says. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

export class ScriptedServer implements Disposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(behave: (socket: Socket) => void) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => this.#sockets.delete(socket));
      behave(socket);
    });
  }

  /** @param behave called with each connection */
  static async start(behave: (socket: Socket) => void): Promise<ScriptedServer> {
    const scripted = new ScriptedServer(behave);
    await once(scripted.#server.listen(0, "127.0.0.1"), "listening");
    return scripted;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  }

  [Symbol.dispose](): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
