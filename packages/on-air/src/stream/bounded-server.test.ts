import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBoundedServer } from "./bounded-server.ts";

/** More than the kernel buffers at both ends of a connection. */
const ANSWER_BYTES = 64 * 1024 * 1024;
let server: Server;
let client: Socket;

beforeEach(async () => {
  server = createBoundedServer({ requestMs: 200, checkIntervalMs: 50, stallMs: 500 });
  // A request without a body is answered; one with a body only after all of it has come.
  server.on("request", (request, response) => {
    if (request.url === "/large") response.end(Buffer.alloc(ANSWER_BYTES));
    else if (request.method === "GET") response.end("heard");
    else request.resume().once("end", () => response.end("heard"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  client = connect(address.port, "127.0.0.1");
  client.on("error", () => {}); // the server cuts it off
});
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

/** Sends that repeatedly until it is cut off. @returns the answer */
async function drip(piece: string): Promise<string> {
  let answer = "";
  client.on("data", (chunk) => (answer += String(chunk)));
  const timer = setInterval(() => client.write(piece), 10);
  await new Promise((resolve) => client.once("close", resolve));
  clearInterval(timer);
  return answer;
}

test.each([
  { what: "its head", beginning: "GET /stream.mp3 HTTP/1.1\r\nHost: a\r\nX-Slow: ", piece: "x" },
  { what: "empty lines", beginning: "", piece: "\r\n" },
  {
    what: "a body",
    beginning: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n",
    piece: "x",
  },
  {
    what: "the head of its second request",
    beginning: "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nX-Slow: ",
    piece: "x",
  },
])("a client that drips $what is cut off", async ({ beginning, piece }) => {
  client.write(beginning);

  expect(await drip(piece)).toMatch(/(?:^|heard)HTTP\/1\.1 408 /);
});

test("a client that reads none of its answer is cut off", async () => {
  const cutOff = new Promise((resolve) => {
    server.once("request", ({ socket }) => socket.once("close", resolve));
  });
  client.pause();
  client.write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");

  await cutOff;

  expect(client.bytesRead).toBeLessThan(ANSWER_BYTES);
});
