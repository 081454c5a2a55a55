/** Another operator's HTTP server, for tests: answers by path. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { fetchLimits, type FetchRules } from "./guarded-client.ts";

type PeerAnswer = (response: ServerResponse, request: IncomingMessage) => void;

/** Like on-air's own, with this machine allowed and no DNS look-ups. */
export const testRules: FetchRules = {
  lookUp: () => Promise.reject(Object.assign(new Error("no names here"), { code: "ENOTFOUND" })),
  allowedHosts: ["127.0.0.1"],
  limits: fetchLimits,
};

export class TestPeer implements AsyncDisposable {
  readonly answers = new Map<string, PeerAnswer>();
  /** Paths requested, in order. */
  readonly asked: string[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<TestPeer> {
    const server = createServer();
    const peer = new TestPeer(server);
    server.on("request", (request, response) => {
      const path = request.url ?? "";
      peer.asked.push(path);
      peer.headers.push(request.headers);
      const answer = peer.answers.get(path);
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, request);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return peer;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Serves this content at that path. */
  serve(path: string, content: string | Buffer, headers: Record<string, string> = {}): void {
    this.answers.set(path, (response) => response.writeHead(200, headers).end(content));
  }

  redirect(path: string, to: string): void {
    this.answers.set(path, (response) => response.writeHead(302, { location: to }).end());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
