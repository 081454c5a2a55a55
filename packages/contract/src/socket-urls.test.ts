import { expect, test } from "vitest";
import { socketUrls } from "./socket-urls.ts";

const page = (address: string) => new URL(address);

test("the socket is on the page's host, and secure when the page is", () => {
  expect(socketUrls(page("https://radio.example/library"))).toEqual(["wss://radio.example/ws"]);
  expect(socketUrls(page("http://10.0.0.7:5001/"))).toEqual(["ws://10.0.0.7:5001/ws"]);
});

test("localhost without a port tries port 5000, then the page's own host", () => {
  expect(socketUrls(page("http://localhost/"))).toEqual([
    "ws://localhost:5000/ws",
    "ws://localhost/ws",
  ]);
  expect(socketUrls(page("http://localhost:5001/"))).toEqual(["ws://localhost:5001/ws"]);
});

test("on an OpenBSD host the plain host is tried first, then port 443 or 5000, then no port", () => {
  expect(socketUrls(page("https://radio.openbsd.example:8443/"))).toEqual([
    "wss://radio.openbsd.example:8443/ws",
    "wss://radio.openbsd.example:443/ws",
    "wss://radio.openbsd.example/ws",
  ]);
  expect(socketUrls(page("http://OpenBSD.lan:8080/"))).toEqual([
    "ws://openbsd.lan:8080/ws",
    "ws://openbsd.lan:5000/ws",
    "ws://openbsd.lan/ws",
  ]);
});

test("a location without a host has no socket address", () => {
  expect(socketUrls(page("file:///index.html"))).toBeUndefined();
});
