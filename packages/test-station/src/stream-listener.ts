import { connect, type Socket } from "node:net";

/** An ICY title and the audio byte it precedes. */
interface IcyTitle {
  readonly atByte: number;
  readonly title: string;
}

/** A minimal player: speaks HTTP/1.0 with `Icy-MetaData`, keeps what it receives. */
export class StreamListener implements AsyncDisposable {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #head: string | undefined;
  #isEnded = false;
  #waiting: (() => void)[] = [];

  constructor(
    streamUrl: string,
    headers: Readonly<Record<string, string>> = { "Icy-MetaData": "1" },
  ) {
    const url = new URL(streamUrl);
    this.#socket = connect(Number(url.port), url.hostname);
    const lines = Object.entries({ Host: url.host, "User-Agent": "test-listener/1.0", ...headers });
    this.#socket.write(
      `GET ${url.pathname}${url.search} HTTP/1.0\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
    );
    this.#socket.on("data", (chunk: Buffer) => {
      this.#received.push(chunk);
      this.#receivedBytes += chunk.length;
      this.#wake();
    });
    this.#socket.on("error", () => {}); // 'close' follows
    this.#socket.on("close", () => {
      this.#isEnded = true;
      this.#wake();
    });
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /**
   * Waits until at least `bytes` have arrived, headers included. @throws when the stream ends before or takes too long
   */
  async receive({
    bytes,
    limitMs = 60_000,
  }: {
    readonly bytes: number;
    readonly limitMs?: number;
  }): Promise<void> {
    const end = performance.now() + limitMs;
    while (this.#receivedBytes < bytes) {
      if (this.#isEnded)
        throw new Error(`the stream ended after ${this.#receivedBytes} of ${bytes} bytes`);
      const left = end - performance.now();
      if (left <= 0)
        throw new Error(`only ${this.#receivedBytes} of ${bytes} bytes came in ${limitMs} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Waits for the response head. */
  async head(): Promise<string> {
    while (this.#head === undefined) {
      const all = Buffer.concat(this.#received);
      const end = all.indexOf("\r\n\r\n");
      if (end !== -1) this.#head = all.subarray(0, end).toString("latin1");
      else await this.receive({ bytes: this.#receivedBytes + 1, limitMs: 10_000 });
    }
    return this.#head;
  }

  /** Everything received so far, separated into audio and titles. */
  async heard(): Promise<{ readonly audio: Buffer; readonly titles: readonly IcyTitle[] }> {
    const head = await this.head();
    const body = Buffer.concat(this.#received).subarray(head.length + 4);
    const interval = Number(/^icy-metaint: *(\d+)/im.exec(head)?.[1] ?? 0);
    if (interval === 0) return { audio: body, titles: [] };
    const audio: Buffer[] = [];
    const titles: IcyTitle[] = [];
    let at = 0;
    let audioBytes = 0;
    while (at < body.length) {
      const piece = body.subarray(at, at + interval);
      audio.push(piece);
      audioBytes += piece.length;
      at += interval;
      const length = (body[at] ?? 0) * 16;
      if (at + 1 + length > body.length) break;
      const text = body.subarray(at + 1, at + 1 + length).toString("utf8");
      const title = /StreamTitle='(.*?)';/.exec(text)?.[1];
      if (title !== undefined) titles.push({ atByte: audioBytes, title });
      at += 1 + length;
    }
    return { audio: Buffer.concat(audio), titles };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
    await Promise.resolve();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
