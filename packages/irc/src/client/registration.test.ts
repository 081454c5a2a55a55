import { describe, expect, test } from "vitest";
import { offeredCapabilities, offersMechanism, requestLines, saslAnswers } from "./registration.ts";

describe("[C5] SASL", () => {
  test("sends account and password in chunks of 400 characters, the last one shorter", () => {
    const plain = (password: string) => saslAnswers({ kind: "plain", account: "a", password });

    expect(plain("b")).toEqual([Buffer.from("a\0a\0b").toString("base64")]);
    expect(plain("x".repeat(296)).map(({ length }) => length)).toEqual([400, 1]);
    expect(plain("x".repeat(300)).map(({ length }) => length)).toEqual([400, 8]);
    expect(saslAnswers({ kind: "external" })).toEqual(["+"]);
  });

  test("is attempted only where the server has the mechanism", () => {
    expect(offersMechanism("PLAIN,EXTERNAL", "EXTERNAL")).toBe(true);
    expect(offersMechanism("SCRAM-SHA-256", "PLAIN")).toBe(false);
    expect(offersMechanism("plain", "PLAIN")).toBe(true);
    expect(offersMechanism("", "PLAIN")).toBe(true);
  });
});

test("a capability is read from the offer by name, with or without a value", () => {
  expect(offeredCapabilities(["sasl=PLAIN,EXTERNAL", "sts=port=6697", "batch"])).toEqual(
    new Map([
      ["sasl", "PLAIN,EXTERNAL"],
      ["sts", "port=6697"],
      ["batch", ""],
    ]),
  );
});

test("[C5] SASL is requested only with an account, and unknown capabilities never", () => {
  const offered = offeredCapabilities(["sasl=PLAIN", "server-time", "unknown"]);

  expect(requestLines(offered, true)).toEqual(["sasl server-time"]);
  expect(requestLines(offered, false)).toEqual(["server-time"]);
  expect(requestLines(new Map(), true)).toEqual([]);
});
