import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Holder } from "../../database/node-lease-rules.ts";
import type { Peer } from "../../http-kit/peer.ts";
import { PassOn } from "./pass-on.ts";
import { passedPeerFinder } from "./passed-peer.ts";
import { listenUntil } from "./test-listen.ts";

const SECRET = "the secret of the holder";
const peer: Peer = {
  address: "192.0.2.7",
  isLoopback: false,
  protocol: "https",
  host: "a.example",
};
const other = { isDatabaseAway: false, isOwn: false };

let stack: AsyncDisposableStack;
let passOn: PassOn;
let waiting: string;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  passOn = stack.adopt(
    new PassOn({ mostSockets: 1, stallMs: 10_000, openSockets: null }),
    (owned) => owned.close(),
  );
  const server = createServer(
    (request, response) => void passOn.passCall({ request, response, peer }),
  );
  server.on("upgrade", (request, socket, head) => {
    void passOn.passUpgrade({ request, socket, head, peer });
  });
  waiting = await listenUntil(stack, server);
});
afterEach(async () => await stack.disposeAsync());

async function startHolder(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Holder> {
  return { url: await listenUntil(stack, createServer(answer)), secret: SECRET };
}

test("a call goes to the holder with its body and returns its status, headers and body", async () => {
  const findPeer = passedPeerFinder(SECRET, () => ({ ...peer, address: "not believed" }));
  const holder = await startHolder((request, response) => {
    void text(request).then((body) => {
      response.writeHead(
        201,
        [
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
        ].flat(),
      );
      response.end(JSON.stringify([request.method, request.url, body, findPeer(request).address]));
    });
  });
  passOn.setHolder(holder, other);

  const answer = await fetch(`${waiting}/api/x?y=1`, { method: "PUT", body: "the body" });

  expect(answer.status).toBe(201);
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await answer.json()).toEqual(["PUT", "/api/x?y=1", "the body", "192.0.2.7"]);
});

test.each(
  ["GET", "DELETE", "OPTIONS", "POST"].flatMap((method) => [
    [method, "Transfer-Encoding: chunked", `2\r\nGE\r\n${"0".repeat(1)}\r\n\r\n`],
    [method, "Content-Length: 2", "GE"],
    [method, "Content-Length: 2\r\nConnection: content-length", "GE"],
  ]),
)("the body of a %s with %j is framed for the holder", async (method, headers, body) => {
  const seen: string[] = [];
  const holder = await startHolder((request, response) => {
    void text(request).then((read) => {
      const { "content-length": length, "transfer-encoding": coding } = request.headers;
      seen.push(`${request.method} ${request.url} ${read} ${length ?? coding}`);
      response.end("done");
    });
  });
  passOn.setHolder(holder, other);
  const { hostname, port } = new URL(waiting);
  const socket = connect(Number(port), hostname);
  stack.defer(() => void socket.destroy());

  socket.write(`${method} /api/x HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`);
  let got = "";
  while (!got.includes("done")) got += String((await once(socket, "data"))[0]);

  const frame = headers.startsWith("Transfer") ? "chunked" : "2";
  expect(seen).toEqual([`${method} /api/x GE ${frame}`]);
});

test("a write that arrives before there is a holder waits for one", async () => {
  const answered = fetch(waiting, { method: "POST", body: "late" });
  const holder = await startHolder((request, response) => {
    void text(request).then((body) => response.end(body));
  });

  passOn.setHolder(holder, other);

  expect(await (await answered).text()).toBe("late");
});

test("while the database is away a call is refused at once, with the reason", async () => {
  passOn.setHolder(null, { isDatabaseAway: true, isOwn: false });

  const answer = await fetch(waiting, { method: "POST", body: "x" });

  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    code: "unavailable",
    error: expect.stringContaining("database"),
  });
});

test("when the holder loses the lease, a read goes to the next one, and a write is reported as uncertain", async () => {
  const arrived = Promise.withResolvers<void>();
  let calls = 0;
  const silent = await startHolder(() => {
    calls += 1;
    if (calls === 2) arrived.resolve();
  });
  const next = await startHolder((_request, response) => response.end("from the next"));
  passOn.setHolder(silent, other);
  const read = fetch(waiting);
  const write = fetch(waiting, { method: "POST", body: "x" });
  await arrived.promise;

  passOn.setHolder(next, other);

  expect(await (await read).text()).toBe("from the next");
  expect((await write).status).toBe(503);
  expect(await (await write).text()).toContain("may or may not have been done");
});

test("no write is sent twice, even if the holder cuts the connection", async () => {
  let calls = 0;
  const cutting = await startHolder((request) => {
    calls += 1;
    request.socket.destroy();
  });
  passOn.setHolder(cutting, other);

  const answer = await fetch(waiting, { method: "POST", body: "x" });

  expect(answer.status).toBe(503);
  expect(calls).toBe(1);
});

test("a socket is joined to the holder and ends with its lease; one above the limit is refused", async () => {
  const server = createServer();
  server.on("upgrade", (_request, socket) => {
    socket.on("error", () => {});
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    socket.pipe(socket);
  });
  passOn.setHolder({ url: await listenUntil(stack, server), secret: SECRET }, other);
  const first = openSocket();
  await first.until("101 Switching");
  first.send("hello");
  await first.until("hello");

  const second = openSocket();
  await second.until("503");
  passOn.setHolder(null, other);

  await first.ended;
});

/** Sends an HTTP upgrade request for a socket. */
function openSocket() {
  const { hostname, port } = new URL(waiting);
  const socket = connect(Number(port), hostname);
  stack.defer(() => void socket.destroy());
  socket.write("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  let got = "";
  socket.on("data", (chunk: Buffer) => (got += chunk.toString("latin1")));
  return {
    send: (line: string) => socket.write(line),
    ended: once(socket, "close"),
    until: async (wanted: string) => {
      while (!got.includes(wanted)) await once(socket, "data");
    },
  };
}
