import type { FastifyInstance } from "fastify";
import type { IncomingMessage, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import type { WaitingLimits } from "@neonrelay/process/waiting-places";

/** Time limits for requests, in ms, and limits on what strangers can fill. */
export interface RequestLimits {
  /** Simultaneous connections, except WebSockets on /ws. */
  readonly connections: Omit<WaitingLimits, "isProxy">;
  readonly headersMs: number;
  /** Of a JSON body. */
  readonly bodyMs: number;
  /** Of the whole request, which may include a file. */
  readonly requestMs: number;
  /** How long a client may leave its answer unread. */
  readonly answerStallMs: number;
  /** The same for a backup. */
  readonly downloadStallMs: number;
  /** How long, and how many bytes, we keep reading from a client that is refused before its body has arrived. */
  readonly drainMs: number;
  readonly drainBytes: number;
  /** How often the limits on headers and whole requests are checked. */
  readonly checkIntervalMs: number;
  /** How long running calls may take once the server stops. */
  readonly graceMs: number;
  /** Beyond this number only operators add accounts: strangers with many addresses can't fill the disk. */
  readonly accounts: number;
}

const MINUTE_MS = 60_000;
const CHECK_INTERVAL_MS = 50;

/** 50 MB in 15 minutes are 0.5 Mbit/s. */
export const requestLimits: RequestLimits = {
  // A browser opens six. Between two requests a connection may be idle for 72 s.
  connections: { most: 4096, perNetwork: 200, fromLoopback: 4096, silentMs: 90_000 },
  headersMs: 15_000,
  bodyMs: 30_000,
  requestMs: 15 * MINUTE_MS,
  answerStallMs: MINUTE_MS,
  downloadStallMs: MINUTE_MS,
  drainMs: 3000,
  drainBytes: 16 * 1024 * 1024,
  checkIntervalMs: 5000,
  graceMs: 1500,
  accounts: 100_000,
};

/** A form with a file, or a part of a tus upload: each has its own limit. */
const fileTypes = ["multipart/", "application/offset+octet-stream"];

/** Limits that Node itself enforces on a server's clients. */
export function timeLimits({
  headersMs,
  requestMs,
  checkIntervalMs,
}: Pick<RequestLimits, "headersMs" | "requestMs" | "checkIntervalMs">): Pick<
  ServerOptions,
  "headersTimeout" | "requestTimeout" | "connectionsCheckingInterval"
> {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkIntervalMs,
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
    // A request without a body is complete at once, and nothing reads it to its end.
    const timer = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy();
    }, bodyMs);
    request.raw.once("end", () => clearTimeout(timer));
    request.raw.once("close", () => clearTimeout(timer));
    return payload;
  });
}

/**
 * Cuts off clients that do not read their answer, which would stay in memory for ever. Node measures what the kernel
 * has taken, so a slow reader stays; after the answer, its keep-alive limit replaces this one.
 */
export function addStallLimit(
  app: FastifyInstance,
  { answerStallMs }: Pick<RequestLimits, "answerStallMs">,
): void {
  app.addHook("onSend", async ({ raw: { socket } }, _reply, payload) => {
    // Some answers have their own limit.
    if ((socket.timeout ?? 0) === 0) socket.setTimeout(answerStallMs);
    return payload;
  });
}

/**
 * Disconnects a client that was answered before its body arrived, which is how a refusal ends: not at once, which may
 * lose the answer (RFC 9112 §9.6), and not after the whole body, whose length the client decides.
 */
export function addBoundedDrain(app: FastifyInstance, limits: RequestLimits): void {
  app.addHook("onSend", async ({ raw }, reply, payload) => {
    if (raw.complete || !hasBody(raw)) return payload;
    reply.header("connection", "close");
    const { socket } = raw;
    // Node calls this after the last byte of the answer.
    socket.destroySoon = () => linger(socket, limits);
    return payload;
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Discards what still arrives. */
function linger(socket: Socket, { drainMs, drainBytes }: RequestLimits): void {
  const endsAtMs = performance.now() + drainMs;
  const mostBytes = socket.bytesRead + drainBytes;
  const timer = setInterval(() => {
    if (performance.now() >= endsAtMs || socket.bytesRead > mostBytes) socket.destroy();
  }, CHECK_INTERVAL_MS);
  socket.once("close", () => clearInterval(timer));
  socket.end();
}

/** Lets running calls finish when the server stops, within a limit. */
export function addOrderlyEnd(app: FastifyInstance, { graceMs }: RequestLimits): void {
  app.addHook("preClose", async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
    app.server.once("close", () => clearTimeout(timer));
  });
}
