import { createHash, randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { once } from "node:events";
import { createLog } from "@neonrelay/process/log";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DjKeys } from "./dj-keys.ts";
import { ShoutcastDoor } from "./shoutcast-door.ts";
import { SourceGate } from "./source-gate.ts";

let keys: DjKeys;
let door: ShoutcastDoor;
let port = 0;
let sockets: Socket[] = [];

beforeEach(async () => {
  const log = createLog({ part: "test", level: "silent" });
  keys = new DjKeys({ path: path.join(tmpdir(), "no-such-folder", "dj-keys.json"), log });
  const lineup = {
    connect: () => {
      throw new Error("a source without a key");
    },
    whyRefused: () => null,
  };
  const gate = new SourceGate({ keys, onRefused: () => {} });
  door = new ShoutcastDoor({ lineup, gate, onHttp: (socket) => socket.end("http") });
  port = await door.listen({ host: "127.0.0.1", port: 0 });
  sockets = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  await door.close();
});

function begin(text: string): Socket {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  socket.write(text);
  return socket;
}

test("[S5] a source that never finishes its password is cut off after ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const before = vi.getTimerCount();
  const socket = begin("pass");
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(before);
  const closed = new Promise((resolve) => socket.once("close", resolve));

  vi.advanceTimersByTime(10_000);

  await closed;
});

test("[S5] a source with a good key whose headers never end is cut off after ten seconds", async () => {
  const keyHash = createHash("sha256").update("secret").digest("hex");
  keys.set([{ userId: randomUUID(), username: "ada", djName: "Ada", keyHash }]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const socket = begin("secret\n");
  const [greeting] = await once(socket, "data");
  const closed = new Promise((resolve) => socket.once("close", resolve));

  for (let second = 0; second < 10; second += 1) {
    socket.write("icy-name:x\r\n");
    vi.advanceTimersByTime(1000);
  }
  await closed;

  expect(String(greeting)).toMatch(/^OK2\r\n/);
});

test("[S5] the oldest silent connections make room, and others are answered", async () => {
  const silent = Array.from({ length: 35 }, () => begin("pass"));

  await expect.poll(() => silent.filter((socket) => socket.closed)).toHaveLength(3);
  const [answer] = await once(begin("GET /admin.cgi HTTP/1.0\r\n\r\n"), "data");

  expect(String(answer)).toBe("http");
});
