import type { FastifyInstance } from "fastify";
import type { IncomingMessage, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import type { WaitingLimits } from "@neonrelay/process/waiting-places";

/** How long a request may take to arrive, in ms, and what strangers may fill. */
export interface RequestLimits {
  /** Connections at once that are not sockets of /ws. */
  readonly connections: Omit<WaitingLimits, "isProxy">;
  readonly headersMs: number;
  /** Of a body in JSON. */
  readonly bodyMs: number;
  /** Of the whole request, which may carry a file. */
  readonly requestMs: number;
  /** How long a client may read nothing of its answer. */
  readonly answerStallMs: number;
  /** The same of a backup. */
  readonly downloadStallMs: number;
  /** How long, and how many bytes, are read on from a client that is refused before its body has come. */
  readonly drainMs: number;
  readonly drainBytes: number;
  /** How often the first and last are looked at. */
  readonly lookEveryMs: number;
  /** How long calls under way may take once the server stops. */
  readonly graceMs: number;
  /** Above so many only operators add accounts: strangers with many addresses can't fill the disk. */
  readonly accounts: number;
}

const MINUTE_MS = 60_000;
const LOOK_MS = 50;

/** 50 MB in 15 minutes are 0.5 Mbit/s. */
export const requestLimits: RequestLimits = {
  // A browser holds six. Between two questions one may be silent for 72 s.
  connections: { most: 4096, perNetwork: 200, fromLoopback: 4096, silentMs: 90_000 },
  headersMs: 15_000,
  bodyMs: 30_000,
  requestMs: 15 * MINUTE_MS,
  answerStallMs: MINUTE_MS,
  downloadStallMs: MINUTE_MS,
  drainMs: 3000,
  drainBytes: 16 * 1024 * 1024,
  lookEveryMs: 5000,
  graceMs: 1500,
  accounts: 100_000,
};

/** A form with a file, and a part of an upload by tus: each has its own limit. */
const fileTypes = ["multipart/", "application/offset+octet-stream"];

/** What Node itself holds the clients of a server to. */
export function timeLimits({
  headersMs,
  requestMs,
  lookEveryMs,
}: Pick<RequestLimits, "headersMs" | "requestMs" | "lookEveryMs">): Pick<
  ServerOptions,
  "headersTimeout" | "requestTimeout" | "connectionsCheckingInterval"
> {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: lookEveryMs,
  };
}

/** Cuts off clients that take too long to send a body, unless it is a file. */
export function addBodyLimit(
  app: FastifyInstance,
  { bodyMs }: Pick<RequestLimits, "bodyMs">,
): void {
  app.addHook("preParsing", async (request, _reply, payload) => {
    const type = request.headers["content-type"] ?? "";
    if (fileTypes.some((fileType) => type.startsWith(fileType))) return payload;
    // A question without a body is complete at once, and nothing reads it to its end.
    const timer = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy();
    }, bodyMs);
    request.raw.once("end", () => clearTimeout(timer));
    request.raw.once("close", () => clearTimeout(timer));
    return payload;
  });
}

/**
 * Cuts off clients that read nothing of their answer, which would wait in memory for ever. Node looks at what the kernel
 * has taken, so a slow reader stays; behind the answer its own limit between two requests takes the place of this one.
 */
export function addStallLimit(
  app: FastifyInstance,
  { answerStallMs }: Pick<RequestLimits, "answerStallMs">,
): void {
  app.addHook("onSend", async ({ raw: { socket } }, _reply, payload) => {
    // Some answers have a limit of their own.
    if ((socket.timeout ?? 0) === 0) socket.setTimeout(answerStallMs);
    return payload;
  });
}

/**
 * Hangs up on a client that is answered before its body has come, which is how a refusal ends: not at once, which may lose
 * the answer (RFC 9112 §9.6), and not when all of it has come, which the client decides.
 */
export function addBoundedDrain(app: FastifyInstance, limits: RequestLimits): void {
  app.addHook("onSend", async ({ raw }, reply, payload) => {
    if (raw.complete || !hasBody(raw)) return payload;
    reply.header("connection", "close");
    const { socket } = raw;
    // Node calls this behind the last byte of the answer.
    socket.destroySoon = () => linger(socket, limits);
    return payload;
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** What still comes is thrown away. */
function linger(socket: Socket, { drainMs, drainBytes }: RequestLimits): void {
  const endsAtMs = performance.now() + drainMs;
  const mostBytes = socket.bytesRead + drainBytes;
  const timer = setInterval(() => {
    if (performance.now() >= endsAtMs || socket.bytesRead > mostBytes) socket.destroy();
  }, LOOK_MS);
  socket.once("close", () => clearInterval(timer));
  socket.end();
}

/** Lets the calls under way finish when the server stops, but not for ever. */
export function addOrderlyEnd(app: FastifyInstance, { graceMs }: RequestLimits): void {
  app.addHook("preClose", async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
    app.server.once("close", () => clearTimeout(timer));
  });
}
