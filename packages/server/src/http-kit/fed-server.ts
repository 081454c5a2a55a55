import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Makes an HTTP server that does not listen handle connections accepted by another, and enforce its timeouts, which
 * Node only does once a server listens. `server.close()` ends that.
 * @returns a function that takes a connection and owns it from then on
 */
export function feedServer(server: Server): (socket: Socket) => void {
  server.emit("listening");
  return (socket) => void server.emit("connection", socket);
}
