import { createLog } from "@neonrelay/process/log";
import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { TestBus } from "../../bus/test-bus.ts";
import type { Peer } from "../../http-kit/peer.ts";
import { FOLLOW_MARK, FramePublisher, SEQUENCE_HEADER } from "../../socket/shared-rounds.ts";
import { Arrivals, isAny } from "../../test-arrivals.ts";
import { NodeSockets } from "./node-sockets.ts";
import { asksForShared } from "./passed-peer.ts";
import { listenUntil } from "./test-listen.ts";

const SECRET = "the secret of the holder";
const peer: Peer = {
  address: "192.0.2.7",
  isLoopback: false,
  protocol: "http",
  host: "radio.example",
};

let stack: AsyncDisposableStack;
let bus: TestBus;
let publisher: FramePublisher;
let sockets: NodeSockets;
let origin: string;
/** Overrides the last published round in the holder's answer. */
let saidSequence: number | null;
let holders: Arrivals<WebSocket>;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  bus = new TestBus();
  saidSequence = null;
  holders = new Arrivals();
  const isAskedBy: FramePublisher["isAskedBy"] = (request) => asksForShared(request, SECRET);
  const holderUrl = await startHolder(isAskedBy);
  const log = createLog({ part: "test", level: "silent" });
  sockets = stack.adopt(
    new NodeSockets({ bus, holder: { url: holderUrl, secret: SECRET }, log }),
    (owned) => owned.close(),
  );
  publisher = stack.adopt(new FramePublisher({ bus, secret: SECRET, isAskedBy }), (owned) =>
    owned.close(),
  );
  const server = createServer();
  server.on("upgrade", (request, socket, head) => {
    const gone = new AbortController();
    socket.once("close", () => gone.abort());
    void sockets
      .join({ request, socket, head, peer, signal: gone.signal })
      .then(({ kind }) => kind !== "joined" && socket.end(`HTTP/1.1 418 ${kind}\r\n\r\n`));
  });
  origin = await listenUntil(stack, server);
});
afterEach(async () => await stack.disposeAsync());

/** A holder as a node sees it: sends first messages, and lists on request. */
async function startHolder(isAskedBy: FramePublisher["isAskedBy"]): Promise<string> {
  const acceptor = new WebSocketServer({ noServer: true });
  acceptor.on("headers", (headers) => {
    headers.push(
      "Set-Cookie: visitor=1",
      `${SEQUENCE_HEADER}: ${saidSequence ?? publisher.sequence}`,
    );
  });
  const server = createServer();
  server.on("upgrade", (request, stream, head) => {
    stream.on("error", () => {}); // the node cuts it off
    expect(isAskedBy(request)).toBe(true);
    acceptor.handleUpgrade(request, stream, head, (socket) => {
      stack.defer(() => socket.terminate());
      socket.send("first");
      socket.send(FOLLOW_MARK);
      socket.on("message", (message, isBinary) => {
        socket.send(
          isBinary ? "lists" : `answer to ${Buffer.isBuffer(message) ? message.toString() : ""}`,
        );
        if (isBinary) socket.send(FOLLOW_MARK);
      });
      holders.push(socket);
    });
  });
  return await listenUntil(stack, server);
}

function say(text: string, hostname: string | null = null): void {
  publisher.publish([{ state: null, hostname, text }]);
}

/** A browser at the node. */
function openBrowser() {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/ws`);
  stack.defer(() => socket.terminate());
  const arrivals = new Arrivals<string>();
  socket.on("error", () => {}); // 'close' follows
  socket.on("message", (message) =>
    arrivals.push(Buffer.isBuffer(message) ? message.toString("utf8") : ""),
  );
  const hear = async (last: string): Promise<readonly string[]> => {
    const heard: string[] = [];
    while (heard.at(-1) !== last) heard.push(await arrivals.next(last, isAny));
    return heard;
  };
  return { socket, hear, untaken: () => arrivals.untaken(), ended: once(socket, "close") };
}

test("a browser gets its first messages, then shared messages and its own answers", async () => {
  const { socket, hear } = openBrowser();
  const [answer] = await once(socket, "upgrade");
  await hear("first");

  say("one");
  say("for another name", "other.example");
  say("for its name", "radio.example");
  await hear("one");

  expect(await hear("for its name")).toEqual(["for its name"]);
  socket.send("a question");
  expect(await hear("answer to a question")).toEqual(["answer to a question"]);
  expect(answer.headers["set-cookie"]).toEqual(["visitor=1"]);
});

test("rounds received before the holder's answer follow the first messages", async () => {
  say("one");
  say("two");
  say("three");
  saidSequence = 1;

  const { hear } = openBrowser();

  expect(await hear("three")).toEqual(["first", "two", "three"]);
});

test("a round already in the first messages is not sent again when the bus delivers it", async () => {
  bus.hold();
  say("one");
  say("two");
  const { hear } = openBrowser();
  await hear("first");

  bus.release();
  say("three");

  expect(await hear("three")).toEqual(["three"]);
});

test("[U25] when a round is lost, all browsers reconnect", async () => {
  const { hear, ended } = openBrowser();
  await hear("first");

  bus.lose(() => say("lost"));
  say("two");

  expect((await ended)[0]).toBe(1013);
  const again = openBrowser();
  await again.hear("first");
  say("three");
  expect(await again.hear("three")).toEqual(["three"]);
});

test("[U25] when a round is lost, many browsers reconnect in turns and get new messages until then", async () => {
  const browsers = Array.from({ length: 60 }, openBrowser);
  await Promise.all(browsers.map(({ hear }) => hear("first")));
  const closings = browsers.map(async ({ ended }) => {
    await ended;
    return performance.now();
  });

  bus.lose(() => say("lost"));
  say("two");
  say("three");

  const closedAtMs = await Promise.all(closings);
  // Three turns, of which the last two are 100 ms apart, however late a slow machine sees the first.
  expect(Math.max(...closedAtMs) - Math.min(...closedAtMs)).toBeGreaterThan(80);
  expect(browsers.filter(({ untaken }) => untaken().includes("three"))).toHaveLength(35);
});

test("a browser whose first messages are older than anything the node has heard reconnects", async () => {
  bus.lose(() => say("lost"));
  say("two"); // a gap, after which the node starts afresh
  saidSequence = 0;

  const { ended } = openBrowser();

  expect((await ended)[0]).toBe(1013);
});

test("a slow browser that missed events gets the lists, then new messages", async () => {
  const { socket, hear } = openBrowser();
  await hear("first");
  const holder = await holders.next("socket", isAny);
  const asked = once(holder, "message");
  socket.pause();

  // More than fits into the connection's buffers and its backlog.
  for (let place = 0; place < 600; place += 1) {
    say(`${place} ${"-".repeat(50_000)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.resume();
  await asked;
  await hear("lists");
  say("news");

  expect(await hear("news")).toEqual(["news"]);
});

test("binary messages end a socket, and the holder does not see them", async () => {
  const { socket, hear, ended } = openBrowser();
  await hear("first");

  socket.send(Buffer.from("lists, please"));

  expect((await ended)[0]).toBe(1003);
});

test("the holder's close reason reaches the browser, and the holder's death ends the socket", async () => {
  const first = openBrowser();
  await first.hear("first");
  (await holders.next("socket", isAny)).close(1008, "the session has ended");
  const [code, reason] = await first.ended;
  expect([code, String(reason)]).toEqual([1008, "the session has ended"]);

  const second = openBrowser();
  await second.hear("first");
  (await holders.next("socket", isAny)).terminate();

  expect((await second.ended)[0]).toBe(1006);
});
