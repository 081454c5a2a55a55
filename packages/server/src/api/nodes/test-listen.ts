import { once } from "node:events";
import type { Server } from "node:http";

/** Listens on a free local port until the stack is disposed. @returns the origin */
export async function listenUntil(stack: AsyncDisposableStack, server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}
