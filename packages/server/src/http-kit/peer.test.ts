import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createPeerFinder } from "./peer.ts";

/** A request received from `address`. */
function requestFrom(address: string, headers: Readonly<Record<string, string>>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: address });
  return Object.assign(new IncomingMessage(socket), { headers });
}

const forwarded = {
  host: "127.0.0.1:5000",
  "x-forwarded-for": "192.0.2.9",
  "x-forwarded-host": "radio.example",
  "x-forwarded-proto": "https",
};

test("behind a trusted proxy, address, scheme and host are the browser's", () => {
  const findPeer = createPeerFinder(["10.0.0.0/8"], () => {});

  expect(findPeer(requestFrom("10.1.2.3", forwarded))).toEqual({
    address: "192.0.2.9",
    isLoopback: false,
    protocol: "https",
    host: "radio.example",
  });
});

test.each([
  ["192.0.2.9:51324", "192.0.2.9"],
  ["[2001:db8::7]:51324", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
  ["198.51.100.1, 192.0.2.9:80, 10.0.0.5:443", "192.0.2.9"],
])("forwarded for %s is the address %s, whatever its port", (header, address) => {
  const findPeer = createPeerFinder(["10.0.0.0/8"], () => {});
  const request = requestFrom("10.1.2.3", { ...forwarded, "x-forwarded-for": header });

  expect(findPeer(request).address).toBe(address);
});

test("a stranger's forwarding headers are ignored, with a single warning", () => {
  const strangers: string[] = [];
  const findPeer = createPeerFinder(["10.0.0.0/8"], (address) => strangers.push(address));

  const peer = findPeer(requestFrom("198.51.100.7", forwarded));
  findPeer(requestFrom("198.51.100.8", forwarded));

  expect(peer).toEqual({
    address: "198.51.100.7",
    isLoopback: false,
    protocol: "http",
    host: "127.0.0.1:5000",
  });
  expect(strangers).toEqual(["198.51.100.7"]);
});

test.each([
  ["127.0.0.1", {}, true],
  ["::1", {}, true],
  ["::ffff:127.0.0.1", {}, true],
  ["127.8.9.10", {}, true],
  ["192.0.2.1", {}, false],
  ["128.0.0.1", {}, false],
  ["::ffff:192.0.2.1", {}, false],
  ["127.0.0.1", { "x-forwarded-for": "127.0.0.1" }, false],
  ["127.0.0.1", { "x-forwarded-port": "443" }, false],
  ["::1", { forwarded: "for=127.0.0.1" }, false],
  ["127.0.0.1", { "x-real-ip": "127.0.0.1" }, false],
])("a request from %s with %j is from this machine: %s", (address, headers, isLoopback) => {
  for (const trustProxy of [[], ["127.0.0.0/8", "::1"]])
    expect(createPeerFinder(trustProxy, () => {})(requestFrom(address, headers)).isLoopback).toBe(
      isLoopback,
    );
});
