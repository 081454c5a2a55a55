import { LEVEL_BANDS, LEVEL_SAMPLES } from "@neonrelay/contract";
import { toOnAirSchema, type FromOnAir, type Levels } from "@neonrelay/on-air/protocol";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { startTestServer } from "../api/test-server.ts";
import { Arrivals, isAny } from "../test-arrivals.ts";
import { openStalledSocket } from "./test-stalled-socket.ts";
import { LevelsFeed, MAX_LEVELS_SUBSCRIBERS } from "./levels-feed.ts";
import { TestSocket } from "./test-socket.ts";

const levels: Levels = {
  posMs: 123_456.5,
  bandsDb: Array.from({ length: LEVEL_BANDS }, (_, band) => (band + 1) / -2),
  samples: Array.from({ length: LEVEL_SAMPLES }, (_, at) => at - 64),
  rmsLeftDb: -20.5,
  rmsRightDb: -21,
  peakDb: -6.1,
};

/** An on-air that notes whether it is to measure levels, and tells some when it is asked to. */
class TestOnAir {
  readonly #requests = new Arrivals<unknown>();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(socketPath: string) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      this.#read(socket).catch(() => {}); // the test ended the connection
    });
    this.#server.listen(socketPath);
  }

  async nextLevels(): Promise<unknown> {
    return await this.#requests.next("setLevels", isAny);
  }

  send(message: FromOnAir): void {
    for (const socket of this.#sockets) socket.write(toJsonLine(message));
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async close(): Promise<void> {
    this.hangUp();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #read(socket: Socket): Promise<void> {
    const journalId = randomUUID();
    this.send({ kind: "hello", protocolVersion: 1, journalId, newestNumber: 0 });
    this.send({ kind: "replayed" });
    for await (const line of readJsonLines(socket, { maxLineBytes: 1e6 })) {
      const message = toOnAirSchema.parse(line);
      if (message.kind !== "command") continue;
      this.send({ kind: "reply", id: message.id, output: null });
      if (message.name !== "setLevels") continue;
      this.#requests.push(message.input);
    }
  }
}

/** A server linked to such an on-air. */
async function startLinked() {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTestServer());
  const onAir = stack.adopt(new TestOnAir(path.join(server.dataDir, "on-air.sock")), (owned) =>
    owned.close(),
  );
  server.link.start();
  expect(await onAir.nextLevels()).toEqual({ isOn: false });
  const owned = stack.move();
  return { onAir, origin: server.origin, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const subscribe = { type: "subscribe", data: { topic: "levels" } };
const unsubscribe = { type: "unsubscribe", data: { topic: "levels" } };

/** A socket whose commands have been done. */
async function send(socket: TestSocket, ...commands: readonly unknown[]): Promise<void> {
  for (const command of commands) socket.send(command);
  socket.send({ type: "ping" });
  await socket.nextOf("pong");
}

test("[U14] subscribers get the levels, which are measured until the last one leaves", async () => {
  await using station = await startLinked();
  const { onAir, origin } = station;
  using first = await TestSocket.connect(origin);
  using second = await TestSocket.connect(origin);
  using other = await TestSocket.connect(origin);

  await send(first, subscribe, subscribe);
  expect(await onAir.nextLevels()).toEqual({ isOn: true });
  await send(second, subscribe);
  onAir.send({ kind: "levels", levels });
  for (const socket of [first, second]) expect(await socket.nextLevels()).toEqual(levels);
  await send(first, unsubscribe);
  onAir.send({ kind: "levels", levels: { ...levels, posMs: 1 } });
  expect(await second.nextLevels()).toMatchObject({ posMs: 1 });
  await send(first);
  await send(other);
  expect([first.untakenLevels(), other.untakenLevels()]).toEqual([[], []]);

  second.socket.terminate();

  expect(await onAir.nextLevels()).toEqual({ isOn: false });
});

test("a subscription outlives the link to on-air", async () => {
  await using station = await startLinked();
  const { onAir, origin } = station;
  using socket = await TestSocket.connect(origin);
  await send(socket, subscribe);
  expect(await onAir.nextLevels()).toEqual({ isOn: true });

  onAir.hangUp();

  expect(await onAir.nextLevels()).toEqual({ isOn: true });
  onAir.send({ kind: "levels", levels });
  expect(await socket.nextLevels()).toEqual(levels);
});

test("[U14] there is room for five hundred, and beyond them for operators", async () => {
  const { browser } = await openStalledSocket();
  const requests: boolean[] = [];
  const feed = new LevelsFeed({ followLevels: (take) => requests.push(take !== null) });
  const guests = Array.from({ length: MAX_LEVELS_SUBSCRIBERS + 1 }, () => ({
    socket: browser,
    caller: null,
  }));
  const operator = { socket: browser, caller: { kind: "access-code" } } as const;

  const room = guests.map((guest) => feed.add(guest));
  expect(room.indexOf(false)).toBe(MAX_LEVELS_SUBSCRIBERS);
  expect(feed.add(operator)).toBe(true);
  for (const guest of guests) feed.remove(guest);
  expect(requests).toEqual([true]);
  feed.remove(operator);
  expect(requests).toEqual([true, false]);
});
