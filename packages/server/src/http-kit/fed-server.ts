import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Has a server of HTTP that does not listen take connections that another one accepted, and keep its limits of time: Node
 * looks after those from when a server listens. `server.close()` ends that.
 * @returns gives it a connection, which it owns from then on
 */
export function feedServer(server: Server): (socket: Socket) => void {
  server.emit("listening");
  return (socket) => void server.emit("connection", socket);
}
