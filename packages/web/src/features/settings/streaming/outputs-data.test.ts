import { expect, test } from "vitest";
import { formatOutputAddress, parseOutputAddress } from "./outputs-data.ts";

test.each([
  ["http://icecast.example:8000/live.mp3", { port: 8000, mount: "/live.mp3" }],
  ["icecast.example/live.mp3", { port: 8000, mount: "/live.mp3" }],
  ["http://icecast.example:80/live", { port: 80, mount: "/live" }],
  ["https://icecast.example/live", { port: 443, mount: "/live", tls: true }],
  ["http://[2001:db8::1]:8010/a/b.ogg", { host: "2001:db8::1", port: 8010, mount: "/a/b.ogg" }],
])("%s is an Icecast mount", (text, parts) => {
  const usual = { host: "icecast.example", tls: false, username: undefined };

  expect(parseOutputAddress(text)).toEqual({ ...usual, ...parts });
});

test("a typed '%' breaks nothing", () => {
  expect(parseOutputAddress("http://d%j@icecast.example/100%")).toMatchObject({
    username: "d%j",
    mount: "/100%",
  });
});

test("an address may name its user, but its password is left out", () => {
  expect(parseOutputAddress("http://dj:secret@icecast.example:8000/live")).toEqual({
    host: "icecast.example",
    port: 8000,
    mount: "/live",
    tls: false,
    username: "dj",
  });
});

test.each(["", "http://", "http://icecast.example", "ftp://icecast.example/live", "not a host/x"])(
  "'%s' is not a mount's address",
  (text) => {
    expect(parseOutputAddress(text)).toBeUndefined();
  },
);

test("an output's shown address can be typed again", () => {
  const output = { host: "2001:db8::1", port: 8010, mount: "/live", tls: true };

  expect(parseOutputAddress(formatOutputAddress(output))).toEqual({
    ...output,
    username: undefined,
  });
});
