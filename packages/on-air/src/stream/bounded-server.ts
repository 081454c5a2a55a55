import { createServer, type Server } from "node:http";

interface BoundedServerLimits {
  /** How long a request may take to arrive, in ms. */
  readonly requestMs: number;
  /** How often the limits are checked. */
  readonly checkIntervalMs: number;
  /** How long a client may leave its answer unread. */
  readonly stallMs: number;
}

const usualLimits: BoundedServerLimits = {
  requestMs: 10_000,
  checkIntervalMs: 2000,
  stallMs: 30_000,
};

/** An HTTP server for strangers: bounds what each may send, and how slowly. */
export function createBoundedServer({ requestMs, checkIntervalMs, stallMs } = usualLimits): Server {
  const server = createServer({
    maxHeaderSize: 8 * 1024,
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkIntervalMs,
    keepAliveTimeout: 5000,
  });
  server.timeout = stallMs;
  server.maxHeadersCount = 64;
  return server;
}
