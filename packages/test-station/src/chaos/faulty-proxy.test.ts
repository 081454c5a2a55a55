import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FaultyProxy } from "./faulty-proxy.ts";

let open: AsyncDisposableStack;
let proxy: FaultyProxy;
beforeEach(async () => {
  open = new AsyncDisposableStack();
  const echo = createServer((socket) => socket.on("error", () => {}).pipe(socket)).listen(0);
  open.defer(() => void echo.close());
  await once(echo, "listening");
  const address = echo.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  proxy = open.use(await FaultyProxy.open(address.port));
});
afterEach(() => open.disposeAsync());

async function client(): Promise<Socket> {
  const socket = connect(proxy.port, "127.0.0.1").on("error", () => {});
  open.defer(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

async function echoOf(socket: Socket, text: string): Promise<string> {
  const heard = once(socket, "data");
  socket.write(text);
  const [bytes] = await heard;
  return String(bytes);
}

test("what goes through an undisturbed network comes back", async () => {
  expect(await echoOf(await client(), "hello")).toBe("hello");
});

test("in a slow network everything comes later, in its order", async () => {
  const socket = await client();
  proxy.trouble = { kind: "slow", delayMs: 60 };
  const startedAt = performance.now();

  const first = await echoOf(socket, "one");
  const tookMs = performance.now() - startedAt;

  expect(first).toBe("one");
  expect(tookMs).toBeGreaterThan(110);
});

test("in a lossy network what is late holds up what comes behind it", async () => {
  const socket = await client();
  proxy.trouble = { kind: "lossy", share: 1, resendMs: 60 };
  const heard = once(socket, "data");
  socket.write("one");
  // Meanwhile the first piece has come to the proxy.
  await client();
  proxy.trouble = { kind: "none" };
  socket.write("two");

  const [bytes] = await heard;

  expect(String(bytes)).toMatch(/^one/);
});

test("in a silent network connections stay and what was sent comes when it ends", async () => {
  const socket = await client();
  await echoOf(socket, "before");
  proxy.trouble = { kind: "silent" };
  let isHeard = false;
  const heard = once(socket, "data").then(([bytes]) => {
    isHeard = true;
    return String(bytes);
  });
  socket.write("during");
  // By the time a connection is made and answered, what goes through would have come back.
  const other = await client();
  await client();

  expect(isHeard).toBe(false);
  expect(other.destroyed).toBe(false);
  proxy.trouble = { kind: "none" };
  expect(await heard).toBe("during");
});

test("a cut ends connections, and none is made until it ends", async () => {
  const socket = await client();
  await echoOf(socket, "before");
  const ended = once(socket, "close");
  proxy.trouble = { kind: "cut" };
  await ended;
  const refused = await client();
  await once(refused, "close");

  proxy.trouble = { kind: "none" };

  expect(await echoOf(await client(), "after")).toBe("after");
});

test("in a forgetful network nothing comes over the connections that were there, and others work", async () => {
  const before = await client();
  await echoOf(before, "before");
  proxy.trouble = { kind: "forgetful" };
  let isHeard = false;
  before.once("data", () => (isHeard = true));
  before.write("during");

  expect(await echoOf(await client(), "after")).toBe("after");
  expect(isHeard).toBe(false);
  expect(before.destroyed).toBe(false);
});
