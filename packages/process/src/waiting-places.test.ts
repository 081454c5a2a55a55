import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WaitingPlaces } from "./waiting-places.ts";

const PROXY = "10.0.0.1";

function makePlaces(): {
  readonly places: WaitingPlaces;
  readonly come: (address: string, count: number) => Socket[];
} {
  const places = new WaitingPlaces({
    most: 16,
    perNetwork: 4,
    fromLoopback: 6,
    silentMs: 1000,
    isProxy: (address) => address === PROXY,
  });
  const come = (address: string, count: number): Socket[] =>
    Array.from({ length: count }, () => {
      const socket = new Socket();
      places.take(socket, address);
      return socket;
    });
  return { places, come };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function isCut(socket: Socket): boolean {
  return socket.destroyed;
}

test("a network at its limit loses its longest silent connection, and other networks lose none", () => {
  const { places, come } = makePlaces();
  const [other] = come("192.0.2.9", 1);
  const flood = come("2001:db8::1", 4);

  const more = come("2001:db8::2", 1);

  expect(other?.destroyed).toBe(false);
  expect([...flood, ...more].map(isCut)).toEqual([true, false, false, false, false]);
  expect(places.size).toBe(5);
});

test("a connection being answered keeps its place, and rejoins the silent ones last", () => {
  const { places, come } = makePlaces();
  const [first, second, third] = come("192.0.2.1", 4);
  if (first === undefined || second === undefined || third === undefined) throw new Error("none");
  places.served(first);
  places.served(second);
  places.answered(second);

  come("192.0.2.1", 2);

  expect([first, second, third].map(isCut)).toEqual([false, false, true]);
});

test("a connection silent for too long is cut off, at first or between questions, but not while being answered", () => {
  const { places, come } = makePlaces();
  const [silent, asking, asked, left] = come("192.0.2.1", 4);
  if (silent === undefined || asking === undefined || asked === undefined || left === undefined)
    throw new Error("none");
  const cutBy = (): boolean[] => [silent, asking, asked, left].map(isCut);

  vi.advanceTimersByTime(900);
  places.leave(left);
  for (const socket of [asking, asked]) places.served(socket);
  places.served(asking);
  for (const socket of [asking, asked]) places.answered(socket);
  vi.advanceTimersByTime(999);
  const atFirst = cutBy();
  vi.advanceTimersByTime(1);

  expect(atFirst).toEqual([true, false, false, false]);
  expect(cutBy()).toEqual([true, false, true, false]);
});

test("a network whose connections are all being answered gets no more", () => {
  const { places, come } = makePlaces();
  for (const socket of come("192.0.2.1", 4)) places.served(socket);

  const [refused] = come("192.0.2.1", 1);

  expect(refused?.destroyed).toBe(true);
  expect(places.size).toBe(4);
});

test("when all places are taken the longest silent connection makes room", () => {
  const { places, come } = makePlaces();
  const [oldest] = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"].flatMap((address) =>
    come(address, 4),
  );

  const [newcomer] = come("192.0.2.5", 1);

  expect([oldest?.destroyed, newcomer?.destroyed, places.size]).toEqual([true, false, 16]);
});

test.each([
  ["this machine", "127.0.0.1", 6],
  ["a trusted proxy", PROXY, 14],
])("%s has its own limit, and can't take all places", (_who, address, most) => {
  const { places, come } = makePlaces();

  const flood = come(address, 30);

  expect(places.size).toBe(most);
  expect(flood.filter((socket) => !socket.destroyed)).toHaveLength(most);
});

test("a place is free again once its connection closes or leaves", async () => {
  const { places, come } = makePlaces();
  const [closing, leaving] = come("192.0.2.1", 2);
  if (closing === undefined || leaving === undefined) throw new Error("none");

  places.leave(leaving);
  closing.destroy();

  await expect.poll(() => places.size).toBe(0);
});
