import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionSender } from "./handed-connection.ts";

const request = { head: "GET / HTTP/1.1\r\n\r\n", address: "192.0.2.1", origin: "http://a.test" };
let listening: Server;
let clients: Socket[] = [];

beforeEach(async () => {
  clients = [];
  listening = createServer().listen({ host: "127.0.0.1", port: 0 });
  await once(listening, "listening");
});
afterEach(() => {
  vi.useRealTimers();
  for (const client of clients) client.destroy();
  listening.close();
});

/** The station's end of a client's connection. */
async function accept(): Promise<Socket> {
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  clients.push(connect(address.port, "127.0.0.1").on("error", () => {}));
  const [socket] = await once(listening, "connection");
  clients.push(socket);
  return socket;
}

test("connections are handed over in order, each once the previous one was accepted", async () => {
  const [first, second] = [await accept(), await accept()];
  const sent: Socket[] = [];
  const sender = new ConnectionSender((_message, socket) => sent.push(socket) > 0);
  for (const socket of [first, second])
    sender.handOver({ request, socket, refuse: () => expect.unreachable() });

  expect(sent).toEqual([first]);
  sender.taken();
  expect(sent).toEqual([first, second]);
  expect([first.destroyed, second.destroyed]).toEqual([true, false]);
});

test("a process that accepts nothing delays a client by five seconds at most", async () => {
  const sockets = [await accept(), await accept()];
  vi.useFakeTimers();
  const refused: Socket[] = [];
  const sender = new ConnectionSender(() => true);
  for (const socket of sockets)
    sender.handOver({ request, socket, refuse: () => void refused.push(socket) });

  vi.advanceTimersByTime(4999);
  expect(refused).toEqual([]);
  vi.advanceTimersByTime(1);

  expect(refused).toEqual(sockets);
});

test("when the process ends or is absent, clients are refused at once", async () => {
  const sockets = [await accept(), await accept(), await accept()];
  const [first, second, third] = sockets;
  if (first === undefined || second === undefined || third === undefined) throw new Error("none");
  const refused: Socket[] = [];
  let isThere = true;
  const sender = new ConnectionSender(() => isThere);
  for (const socket of [first, second])
    sender.handOver({ request, socket, refuse: () => void refused.push(socket) });

  isThere = false;
  sender.lost();
  sender.handOver({ request, socket: third, refuse: () => void refused.push(third) });

  expect(refused).toEqual(sockets);
});

test("at most a thousand clients wait", async () => {
  const socket = await accept();
  socket.setMaxListeners(2000);
  let refused = 0;
  const sender = new ConnectionSender(() => true);
  for (let index = 0; index < 1100; index += 1)
    sender.handOver({ request, socket, refuse: () => (refused += 1) });

  expect(refused).toBe(1100 - 1025);
});
