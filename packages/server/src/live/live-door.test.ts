import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startTestServer } from "../http/test-server.ts";

test("whoever is not let in is cut off, and keeps no server from stopping", async () => {
  const server = await startTestServer();
  const { port, host, hostname } = new URL(server.origin);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on("error", () => {}); // cut off

  socket.resume();
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  await once(socket, "end");
  await server[Symbol.asyncDispose]();

  expect(socket.writable).toBe(true); // it never said that it goes
  socket.destroy();
}, 15_000);
