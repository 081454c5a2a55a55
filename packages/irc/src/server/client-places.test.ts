import { expect, test } from "vitest";
import { ClientPlaces } from "./client-places.ts";

const limits = {
  clients: 20,
  clientsPerAddress: 2,
  clientsFromLoopback: 3,
  connectsPerPlace: { burst: 2, perSecond: 1 / 30 },
};
const tooMany = "Too many connections from your address";

test("[N30] an IPv4 address or an IPv6 /64 has a limited number of places, and this machine a limit of its own", () => {
  const places = new ClientPlaces(limits, () => 0);
  const take = (...addresses: string[]) => addresses.map((address) => places.take(address));

  expect(take("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2")).toEqual([
    undefined,
    undefined,
    tooMany,
    undefined,
  ]);
  expect(take("2001:db8::1", "2001:db8::2", "2001:db8::3")).toEqual([
    undefined,
    undefined,
    tooMany,
  ]);
  expect(take("127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1").at(-1)).toBe(tooMany);
  places.leave("192.0.2.1");
  expect(take("192.0.2.1")).toEqual([undefined]);
});

test("[N30] the last places go to networks without one", () => {
  const places = new ClientPlaces({ ...limits, clientsPerAddress: 100 }, () => 0);
  const taken = Array.from({ length: 25 }, () => places.take("192.0.2.1"));

  expect(taken.filter((refusal) => refusal === undefined)).toHaveLength(19);
  expect([places.take("192.0.2.1"), places.take("192.0.2.2"), places.take("192.0.2.3")]).toEqual([
    "Server is full",
    undefined,
    "Server is full",
  ]);
});

test("[N30] a network's connection rate grows with its places", () => {
  let nowMs = 0;
  const places = new ClientPlaces(limits, () => nowMs);
  const comeAndGo = () => {
    const refusal = places.take("192.0.2.1");
    if (refusal === undefined) places.leave("192.0.2.1");
    return refusal;
  };

  expect(Array.from({ length: 5 }, comeAndGo)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    "Connecting too fast, please wait a while",
  ]);
  nowMs = 15_000;
  expect([comeAndGo(), comeAndGo()]).toEqual([
    undefined,
    "Connecting too fast, please wait a while",
  ]);
});
