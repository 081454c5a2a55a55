import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A disturbance of network traffic. */
export type NetworkTrouble =
  | { readonly kind: "none" }
  /** Delays everything. */
  | { readonly kind: "slow"; readonly delayMs: number }
  /** Delays this share of pieces by TCP's resend time; those after them wait. */
  | { readonly kind: "lossy"; readonly share: number; readonly resendMs: number }
  /** Connections stay open, but carry no data. */
  | { readonly kind: "silent" }
  /** Existing connections carry no data, as behind a firewall that forgot them; new ones work. */
  | { readonly kind: "forgetful" }
  /** Ends all connections and refuses new ones. */
  | { readonly kind: "cut" };

/** A TCP network between two ends on this machine that can be disturbed. */
export class FaultyProxy implements AsyncDisposable {
  readonly port: number;
  readonly #server: Server;
  readonly #targetPort: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #trouble: NetworkTrouble = { kind: "none" };

  private constructor({
    server,
    port,
    targetPort,
  }: {
    readonly server: Server;
    readonly port: number;
    readonly targetPort: number;
  }) {
    this.#server = server;
    this.port = port;
    this.#targetPort = targetPort;
    server.on("connection", (socket) => this.#take(socket));
  }

  static async open(targetPort: number): Promise<FaultyProxy> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return new FaultyProxy({ server, port, targetPort });
  }

  set trouble(trouble: NetworkTrouble) {
    this.#trouble = trouble;
    for (const pair of this.#pairs)
      for (const socket of pair) {
        if (trouble.kind === "cut") socket.destroy();
        else if (trouble.kind === "silent" || trouble.kind === "forgetful") socket.pause();
        else socket.resume();
      }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.trouble = { kind: "cut" };
    const closed = once(this.#server, "close");
    this.#server.close();
    await closed;
  }

  #take(near: Socket): void {
    if (this.#trouble.kind === "cut") {
      near.destroy();
      return;
    }
    const far = connect(this.#targetPort, "127.0.0.1");
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      const late: { readonly chunk: Buffer; readonly atMs: number }[] = [];
      const writeDue = (): void => {
        const [first] = late;
        if (first === undefined) return;
        const leftMs = first.atMs - performance.now();
        if (leftMs > 0) setTimeout(writeDue, leftMs);
        else {
          late.shift();
          to.write(first.chunk);
          writeDue();
        }
      };
      from.on("error", () => {}); // 'close' follows
      from.on("data", (chunk: Buffer) => {
        const delayMs = this.#delayMs();
        if (delayMs === 0 && late.length === 0) to.write(chunk);
        else if (late.push({ chunk, atMs: performance.now() + delayMs }) === 1) writeDue();
      });
      from.on("close", () => {
        this.#pairs.delete(pair);
        to.destroy();
      });
      if (this.#trouble.kind === "silent") from.pause();
    }
  }

  #delayMs(): number {
    switch (this.#trouble.kind) {
      case "slow":
        return this.#trouble.delayMs;
      case "lossy":
        return Math.random() < this.#trouble.share ? this.#trouble.resendMs : 0;
      case "none":
      case "silent":
      case "forgetful":
      case "cut":
        return 0;
      default:
        return this.#trouble satisfies never;
    }
  }
}
