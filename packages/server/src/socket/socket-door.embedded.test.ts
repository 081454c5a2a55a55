import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { createPeerFinder } from "../http-kit/peer.ts";
import { startTestServer } from "../api/test-server.ts";
import { openSocketDoor } from "./socket-door.ts";
import { TestSocket } from "./test-socket.ts";

test("a refused client is cut off, and does not delay the server's stop", async () => {
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
});

test("[U21] a client that connects too often learns when to retry", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const shut = openSocketDoor(
    {
      server,
      knownNames: { names: [], publicOrigin: null },
      findPeer: createPeerFinder([], () => {}),
      parseCookie: () => ({}),
      newVisitor: () => ({ id: "", cookie: "" }),
      publisher: null,
    },
    {
      crowd: { sockets: 0, socketsOf: () => 0, takeUpgrade: () => false },
      accept: () => {},
    },
  );

  using socket = new TestSocket(origin);
  const [, response] = await once(socket.socket, "unexpected-response");
  shut();
  server.close();

  expect([response.statusCode, response.headers["retry-after"]]).toEqual([429, "1"]);
});
