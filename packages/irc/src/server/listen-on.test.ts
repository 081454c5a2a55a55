import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { LineClient } from "../test-line-client.ts";
import { listenOn } from "./listen-on.ts";
import { startTestServer } from "./test-server.ts";

async function takePort() {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  return { holder, listen: [{ host: "127.0.0.1", port: address.port, tls: undefined }] };
}

test("a server that waits for its port runs without it, and listens once the other process frees it", async () => {
  const { holder, listen } = await takePort();
  await using server = await startTestServer({ listen, waitsForPorts: true });
  expect(server.irc.channel("#radio")?.topic).toBe("a topic");
  expect([server.port, server.errors]).toEqual([listen[0]?.port, [expect.any(Error)]]);

  holder.close();

  await expect.poll(async () => await register(server.port).catch(() => false)).toBe(true);
});

test("failed attempts to listen leave nothing behind on the listener", async () => {
  const { holder, listen } = await takePort();
  const place = { host: "127.0.0.1", port: listen[0]?.port ?? 0 };
  const listener = createServer();
  for (let tries = 0; tries < 3; tries += 1)
    await expect(listenOn(listener, place)).rejects.toThrow("EADDRINUSE");

  expect(listener.listenerCount("listening") + listener.listenerCount("error")).toBe(0);
  holder.close();
});

async function register(port: number): Promise<true> {
  using client = await LineClient.register({ port, nick: "late" });
  client.send("JOIN #radio");
  await client.until(/ 366 /);
  return true;
}

test("a server that waits for its port can be closed before it gets it", async () => {
  const { holder, listen } = await takePort();
  const server = await startTestServer({ listen, waitsForPorts: true });

  await server[Symbol.asyncDispose]();
  holder.close();

  await expect(LineClient.connect({ port: server.port })).rejects.toThrow("ECONNREFUSED");
});

test("a server that does not wait refuses to start", async () => {
  const { holder, listen } = await takePort();

  await expect(startTestServer({ listen })).rejects.toThrow("can't listen");
  holder.close();
});
