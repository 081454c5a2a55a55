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

test("an undisturbed network passes everything", async () => {
  expect(await echoOf(await client(), "hello")).toBe("hello");
});

test("a slow network delays everything, in order", async () => {
  const socket = await client();
  proxy.trouble = { kind: "slow", delayMs: 60 };
  const startedAt = performance.now();

  const first = await echoOf(socket, "one");
  const tookMs = performance.now() - startedAt;

  expect(first).toBe("one");
  expect(tookMs).toBeGreaterThan(110);
});

test("in a lossy network a late piece holds up those after it", async () => {
  const socket = await client();
  proxy.trouble = { kind: "lossy", share: 1, resendMs: 60 };
  const heard = once(socket, "data");
  socket.write("one");
  // By now the first piece has reached the proxy.
  await client();
  proxy.trouble = { kind: "none" };
  socket.write("two");

  const [bytes] = await heard;

  expect(String(bytes)).toMatch(/^one/);
});

test("a silent network keeps connections, and delivers when it ends", async () => {
  const socket = await client();
  await echoOf(socket, "before");
  proxy.trouble = { kind: "silent" };
  let isHeard = false;
  const heard = once(socket, "data").then(([bytes]) => {
    isHeard = true;
    return String(bytes);
  });
  socket.write("during");
  // A round trip on a new connection takes longer than any data passing through.
  const other = await client();
  await client();

  expect(isHeard).toBe(false);
  expect(other.destroyed).toBe(false);
  proxy.trouble = { kind: "none" };
  expect(await heard).toBe("during");
});

test("a cut ends connections, and refuses new ones until it ends", async () => {
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

test("a forgetful network drops all data on existing connections, and new ones work", async () => {
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
