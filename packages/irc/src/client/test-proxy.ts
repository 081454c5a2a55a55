/** A proxy that can stop passing bytes, like a router that has forgotten a connection. */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

export class TestProxy implements Disposable {
  readonly #server: Server;
  #pairs: readonly { readonly near: Socket; readonly far: Socket }[] = [];
  #frozen: readonly Socket[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(targetPort: number): Promise<TestProxy> {
    const server = createServer();
    const proxy = new TestProxy(server);
    server.on("connection", (near) => {
      const far = connect(targetPort, "127.0.0.1");
      near.pipe(far);
      far.pipe(near);
      for (const socket of [near, far]) socket.on("error", () => socket.destroy());
      proxy.#pairs = [...proxy.#pairs, { near, far }];
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  }

  /** Closes the open connections; both ends notice at once. */
  drop(): void {
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
    this.#pairs = [];
    this.#frozen = [];
  }

  /** From now on nothing passes on the open connections; neither end notices, not even when one closes. */
  freeze(): void {
    for (const { near, far } of this.#pairs) {
      near.unpipe(far);
      far.unpipe(near);
      near.resume();
      far.resume();
    }
    this.#frozen = this.#pairs.map(({ far }) => far);
  }

  /** Lets the server notice that the frozen connections are gone. */
  breakFrozen(): void {
    for (const far of this.#frozen) far.resetAndDestroy();
  }

  [Symbol.dispose](): void {
    this.#server.close();
    for (const { near, far } of this.#pairs) {
      near.destroy();
      far.destroy();
    }
  }
}
