import { createServer, type Server } from "node:http";

const HEADER_LIMIT_MS = 10_000;
/** How long a client may leave its answer unread. */
const STALL_LIMIT_MS = 30_000;

/** A server of HTTP for strangers: what one of them may send, and how slowly, is bounded. */
export function createBoundedServer(): Server {
  const server = createServer({
    maxHeaderSize: 8 * 1024,
    headersTimeout: HEADER_LIMIT_MS,
    requestTimeout: HEADER_LIMIT_MS,
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: 5000,
  });
  server.timeout = STALL_LIMIT_MS;
  server.maxHeadersCount = 64;
  return server;
}
