import { expect, test } from "vitest";
import { decideAfter, headersToPass, isRepeatable, wordRefusal } from "./pass-on-rules.ts";

const read = { method: "GET", headers: {} };
const write = { method: "POST", headers: { "content-length": "2" } };

test("connection headers are not passed on, nor are those that Connection names", () => {
  const passed = headersToPass([
    "Host",
    "radio.example",
    "Connection",
    "close, X-Hop",
    "X-Hop",
    "1",
    "Transfer-Encoding",
    "chunked",
    "Cookie",
    "a=1",
    "Cookie",
    "b=2",
    "Expect",
    "100-continue",
  ]);

  expect(passed).toEqual(["Host", "radio.example", "Cookie", "a=1", "Cookie", "b=2"]);
});

test("Connection can't remove headers that frame or authorise a call", () => {
  const headers = ["Host", "radio.example", "Content-Length", "4", "Origin", "https://a.example"];

  const passed = headersToPass([
    ...headers,
    "Connection",
    "Content-Length, host, origin, cookie",
    "Cookie",
    "a=1",
  ]);

  expect(passed).toEqual([...headers, "Cookie", "a=1"]);
});

test("headers reserved for nodes are dropped from outside requests", () => {
  const passed = headersToPass([
    "X-NeonRelay-Secret",
    "guessed",
    "X-NeonRelay-Peer",
    "192.0.2.1",
    "X-NeonRelay-Shared",
    "1",
    "Accept",
    "*/*",
  ]);

  expect(passed).toEqual(["Accept", "*/*"]);
});

test("a call that was never sent goes to the next holder, whatever it does", () => {
  expect([decideAfter("not-sent", read), decideAfter("not-sent", write)]).toEqual([
    "again",
    "again",
  ]);
});

test("a call without an answer is sent again only if it changes nothing", () => {
  expect(decideAfter("unanswered", read)).toBe("again");
  expect(decideAfter("unanswered", write)).toBe("tell-unsure");
  expect(decideAfter("unanswered", { method: "DELETE", headers: {} })).toBe("tell-unsure");
});

test("a read whose body is used up can't be sent again", () => {
  expect(isRepeatable({ method: "GET", headers: { "transfer-encoding": "chunked" } })).toBe(false);
});

test("an answered call is done", () => {
  expect(decideAfter("answered", write)).toBe("done");
});

test("only a call that may have taken effect says so", () => {
  expect(wordRefusal("unsure")).toContain("may or may not have been done");
  expect(wordRefusal("no-holder")).toContain("Nothing was changed");
  expect(wordRefusal("no-database")).toContain("Nothing was changed");
});
