import { once } from "node:events";
import { connect } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { ApiFailure } from "./api-failure.ts";
import { receiveFormFile, takeForms } from "./form-route.ts";

const MAX_FILE_BYTES = 2048;
const refusals = {
  noFile: { error: "no file", code: "invalid_request" },
  tooLarge: { error: "too large", code: "too_large" },
  broken: { error: "broken", code: "invalid_request" },
} as const;

/** Accepts only forms with one file, over a real socket. */
export class TestFormServer {
  /** Failures without a refusal of their own. */
  readonly unexpected: unknown[] = [];
  readonly #app: FastifyInstance = fastify();

  static async start(): Promise<TestFormServer> {
    const server = new TestFormServer();
    const app = server.#app;
    app.setErrorHandler((error, _request, reply) => {
      if (!isRefusal(error)) server.unexpected.push(error);
      return reply.code(400).send("refused");
    });
    await takeForms(app, { maxFileBytes: MAX_FILE_BYTES });
    app.route({
      method: "POST",
      url: "/form",
      handler: async (request) => {
        const options = { field: "music", maxBytes: MAX_FILE_BYTES, refusals };
        return String((await receiveFormFile(request, options)).length);
      },
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    // It ends with its process.
    app.server.unref();
    return server;
  }

  /** @returns the whole answer */
  async send(contentType: string, body: Buffer): Promise<string> {
    const address = this.#app.server.address();
    if (address === null || typeof address === "string") throw new Error("there is no port");
    const socket = connect(address.port, "127.0.0.1");
    const head = [
      "POST /form HTTP/1.1",
      "Host: a",
      `Content-Type: ${contentType}`,
      `Content-Length: ${body.length}`,
      "Connection: close",
    ];
    socket.write(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]));
    let answer = "";
    socket.on("data", (bytes: Buffer) => {
      answer += bytes.toString("latin1");
    });
    socket.on("error", () => {}); // answered before everything was sent
    await once(socket, "close");
    return answer;
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ApiFailure) return true;
  return error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500;
}
