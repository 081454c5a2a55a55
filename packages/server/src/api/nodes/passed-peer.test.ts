import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { SHARED_HEADER } from "../../socket/shared-rounds.ts";
import { asksForShared, headersOfPassed, passedPeerFinder } from "./passed-peer.ts";

const seen = {
  address: "192.0.2.7",
  isLoopback: false,
  protocol: "https",
  host: "radio.example",
} as const;
const direct = {
  address: "127.0.0.1",
  isLoopback: true,
  protocol: "http",
  host: "127.0.0.1:5000",
} as const;
const findPeer = passedPeerFinder("the-secret", () => direct);

function requestWith(headers: readonly string[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  for (let place = 0; place < headers.length; place += 2)
    request.headers[headers[place] ?? ""] = headers[place + 1];
  return request;
}

test("a call with the secret has the peer that the other node saw", () => {
  expect(findPeer(requestWith(headersOfPassed("the-secret", seen)))).toEqual(seen);
});

test("a call with a wrong secret has its connection's peer", () => {
  expect(findPeer(requestWith(headersOfPassed("the-secreT", seen)))).toEqual(direct);
  expect(findPeer(requestWith(headersOfPassed("", seen)))).toEqual(direct);
  expect(findPeer(requestWith([]))).toEqual(direct);
});

test("only a node may ask for a socket without shared messages", () => {
  const asking = (secret: string) =>
    requestWith([...headersOfPassed(secret, seen), SHARED_HEADER, "1"]);

  expect(asksForShared(asking("the-secret"), "the-secret")).toBe(true);
  expect(asksForShared(asking("the-secreT"), "the-secret")).toBe(false);
  expect(asksForShared(requestWith([SHARED_HEADER, "1"]), "the-secret")).toBe(false);
  expect(asksForShared(requestWith(headersOfPassed("the-secret", seen)), "the-secret")).toBe(false);
});
