/** A client that sends raw lines and collects those it receives, for tests. */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { WAIT_LIMIT_MS } from "./test-wait-limit.ts";

interface Waiter {
  readonly isIt: (line: string) => boolean;
  /** Called with undefined when the connection ended first. */
  readonly resolve: (lines: readonly string[] | undefined) => void;
}

export class LineClient implements Disposable {
  readonly #socket: Socket;
  /** Lines no test has awaited yet. */
  readonly #lines: string[] = [];
  #rest = "";
  #waiter: Waiter | undefined;
  #isClosed = false;
  #syncs = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => {
      const lines = (this.#rest + bytes.toString("latin1")).split("\r\n");
      this.#rest = lines.pop() ?? "";
      this.#lines.push(...lines.map((line) => Buffer.from(line, "latin1").toString("utf8")));
      this.#look();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#isClosed = true;
      this.#look();
      this.#waiter?.resolve(undefined);
    });
  }

  /**
   * @param ca of a TLS server; without it, no TLS
   * @param from local address to connect from
   */
  static async connect({
    port,
    ca,
    from = "127.0.0.1",
  }: {
    readonly port: number;
    readonly ca?: string;
    readonly from?: string;
  }): Promise<LineClient> {
    const socket =
      ca === undefined
        ? connect({ port, host: "127.0.0.1", localAddress: from })
        : connectTls({ port, host: "localhost", ca });
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.once(ca === undefined ? "connect" : "secureConnect", () => {
        socket.off("error", reject);
        resolve();
      });
    });
    return new LineClient(socket);
  }

  /** Connects and registers. @param caps requested, in one line */
  static async register(options: {
    readonly port: number;
    readonly nick: string;
    readonly caps?: string;
    readonly ca?: string;
  }): Promise<LineClient> {
    const client = await LineClient.connect(options);
    if (options.caps !== undefined) client.send(`CAP REQ :${options.caps}`);
    client.send(`NICK ${options.nick}`, `USER ${options.nick} 0 * :${options.nick} real`);
    if (options.caps !== undefined) client.send("CAP END");
    await client.until(/ (?:376|422) /);
    await client.sync();
    return client;
  }

  send(...lines: readonly string[]): void {
    this.#socket.write(lines.map((line) => `${line}\r\n`).join(""));
  }

  sendBytes(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** Stops reading, like a client on a sleeping machine. */
  stopReading(): void {
    this.#socket.pause();
  }

  resumeReading(): void {
    this.#socket.resume();
  }

  /** The lines up to and including the first match. @throws when none comes in time, or the connection ends */
  async until(pattern: RegExp): Promise<readonly string[]> {
    const lines = await this.#wait((line) => pattern.test(line));
    if (lines === undefined)
      throw new Error(`no line ${String(pattern)}; there were: ${this.#lines.join("\n")}`);
    return lines;
  }

  /** The lines received until the server has handled everything sent so far, or closed the connection. */
  async sync(): Promise<readonly string[]> {
    this.#syncs += 1;
    const token = `sync-${this.#syncs}`;
    if (!this.#isClosed) this.send(`PING ${token}`);
    const pattern = new RegExp(` PONG .*${token}$`);
    const lines = await this.#wait((line) => pattern.test(line));
    if (lines !== undefined) return lines.slice(0, -1);
    if (!this.#isClosed) throw new Error("the server does not answer");
    return this.#lines.splice(0);
  }

  /** All lines to the end of the connection. */
  async untilClosed(): Promise<readonly string[]> {
    const lines = await this.#wait(() => false);
    if (!this.#isClosed) throw new Error("the connection is still open");
    return lines ?? this.#lines.splice(0);
  }

  close(): void {
    this.#socket.destroy();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #wait(isIt: (line: string) => boolean): Promise<readonly string[] | undefined> {
    const { promise, resolve } = Promise.withResolvers<readonly string[] | undefined>();
    const timer = setTimeout(resolve, WAIT_LIMIT_MS);
    this.#waiter = { isIt, resolve };
    this.#look();
    if (this.#isClosed) resolve(undefined);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiter = undefined;
    }
  }

  #look(): void {
    if (this.#waiter === undefined) return;
    const index = this.#lines.findIndex(this.#waiter.isIt);
    if (index !== -1) this.#waiter.resolve(this.#lines.splice(0, index + 1));
  }
}
