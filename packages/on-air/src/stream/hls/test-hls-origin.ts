/** HLS as on-air serves it, for a programme made by the test; records its requests. For tests. */
import { freePort } from "@neonrelay/process/test-peer-process";
import { createLog } from "@neonrelay/process/log";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { PROGRAMME_RATE_HZ } from "../../engine/engine-protocol.ts";
import { defaultSettings } from "../../protocol/index.ts";
import { silentBlock } from "../../programme/silent-frames.ts";
import type { StreamFormat } from "../../formats/stream-formats.ts";
import { createStreamTitle } from "../icy.ts";
import { Mounts } from "../mounts.ts";
import { Ring } from "../ring.ts";
import type { Hls } from "./hls.ts";
import { answerHls } from "./hls-answers.ts";
import { noAudience } from "../test-audience.ts";

const format: StreamFormat = { codec: "aac", bitrateKbps: 128, sampleRateHz: 48_000, channels: 2 };
const title = createStreamTitle("Ana - One");
const settings = { ...defaultSettings, isHlsOn: true };

export class TestHlsOrigin implements AsyncDisposable {
  readonly port: number;
  readonly #ring = new Ring(0);
  readonly #mounts: Mounts;
  #server: Server;
  /** Oldest first. */
  readonly asked: { readonly path: string; readonly atMs: number; readonly status: number }[] = [];
  /** Requests get no answer. */
  isHanging = false;
  /** How long a cache may use an old playlist, for tests that can't wait; null: as on-air says. */
  staleSeconds: number | null = null;

  private constructor(port: number) {
    this.port = port;
    this.#mounts = new Mounts({
      audience: noAudience,
      limits: { perNetwork: 50, fromLoopback: 500 },
      log: createLog({ part: "test", level: "silent" }),
      wallMsOf: (positionSamples) => (positionSamples / PROGRAMME_RATE_HZ) * 1000,
      onCountChanged: () => {},
      onAttached: () => {},
    });
    this.#mounts.follow(new Map([["aac", this.#ring]]), settings);
    this.#server = this.#makeServer();
  }

  static async start(): Promise<TestHlsOrigin> {
    const origin = new TestHlsOrigin(await freePort());
    await origin.run();
    return origin;
  }

  get listeners(): number {
    return this.#mounts.listeners;
  }

  get hls(): Hls | null {
    return this.#mounts.hls;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Advances the programme by that much. */
  play(seconds: number): void {
    const block = silentBlock(format);
    const until = this.#ring.endSamples + seconds * PROGRAMME_RATE_HZ;
    while (this.#ring.endSamples < until) {
      const positionSamples = this.#ring.endSamples;
      this.#ring.append({ ...block, positionSamples, title, format, prelude: Buffer.alloc(0) });
    }
  }

  /** Starts, including after a stop. */
  async run(): Promise<void> {
    this.#server = this.#makeServer().listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  /** Goes away: connections are refused. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** How many times it was asked for that. */
  timesAsked(path: string): number {
    return this.asked.filter((one) => one.path === path).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#mounts.close();
  }

  #makeServer(): Server {
    return createServer((request, response) => this.#answer(request, response));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", this.url);
    const path = url.pathname;
    response.on("finish", () =>
      this.asked.push({ path, atMs: performance.now(), status: response.statusCode }),
    );
    if (this.isHanging) return;
    const { staleSeconds } = this;
    if (staleSeconds !== null) {
      const setHeader = response.setHeader.bind(response);
      response.setHeader = (name, value) =>
        setHeader(name, String(value).replaceAll(/(stale-[a-z-]+)=\d+/g, `$1=${staleSeconds}`));
    }
    const client = {
      address: request.socket.remoteAddress ?? "",
      via: "stream" as const,
      userAgent: request.headers["user-agent"] ?? "",
    };
    answerHls({ request, response, url, client, mounts: this.#mounts, settings });
  }
}
