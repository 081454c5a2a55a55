// @module-tag postgresql
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { findPrimary } from "./find-primary.ts";

/** The message with which a PostgreSQL client ends its connection. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/**
 * Proxy that passes on everything except goodbyes, as if the server stood still then. @returns its address and how to
 * close it
 */
async function startDeafDoor(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const door = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    server.pipe(client, { end: false });
    client.on("data", (bytes) => {
      if (!bytes.equals(TERMINATE)) server.write(bytes);
    });
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const address = door.address();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      door.close();
    },
  };
}

test("a server that answers and then hangs does not keep a node from the working one", async () => {
  await using postgres = await startTestPostgres();
  using deaf = await startDeafDoor(postgres.url);

  const found = await findPrimary([postgres.url, deaf.url], { name: "test" });
  await found.client.end();

  expect(found.databaseUrl).toBe(postgres.url);
});
