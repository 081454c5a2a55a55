import type { ApiError } from "@neonrelay/contract";
import type { FastifyServerOptions } from "fastify";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { nothingHere } from "./api-failure.ts";

interface RawAnswer {
  readonly status: number;
  readonly body: ApiError;
}

const JSON_TYPE = "application/json; charset=utf-8";
const unreadableAddress: RawAnswer = {
  status: 400,
  body: { error: "The address can't be read", code: "invalid_request" },
};
const unreadableRequest: RawAnswer = {
  status: 400,
  body: { error: "The request is not valid HTTP", code: "invalid_request" },
};
/** Node's codes for requests that fail before they are complete. */
const answerTo: Readonly<Record<string, RawAnswer>> = {
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, body: nothingHere },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    body: { error: "The address and headers are too large", code: "too_large" },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    body: { error: "The request took too long to arrive", code: "invalid_request" },
  },
};

/** Connections whose request never ends: a broadcast lasts as long as it lasts. */
export const endlessRequests = new WeakSet<Duplex>();

/** Answers requests that never reach a route: addresses that can't be decoded, and anything that is not HTTP. */
export const rawAnswers: Pick<FastifyServerOptions, "frameworkErrors" | "clientErrorHandler"> = {
  frameworkErrors: (error, _request, reply) => {
    const { status, body } = answerTo[error.code] ?? unreadableAddress;
    reply.raw.writeHead(status, { "content-type": JSON_TYPE, "cache-control": "no-store" });
    reply.raw.end(JSON.stringify(body));
  },
  clientErrorHandler: (error, socket) => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && endlessRequests.has(socket)) return;
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, body } = answerTo[error.code ?? ""] ?? unreadableRequest;
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      "Connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
    socket.destroySoon();
  },
};
