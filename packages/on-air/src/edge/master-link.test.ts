import { expect, test } from "vitest";
import { readAnswer } from "./master-link.ts";

const MASTER = "https://radio.example:8000";

function kindOf(status: number, body: unknown): string {
  return readAnswer({ status, text: JSON.stringify(body) }, MASTER).kind;
}

test("people read the master's own reason for a refusal", () => {
  const text = JSON.stringify({ error: "The master has another EDGE_SECRET" });

  expect(readAnswer({ status: 401, text }, MASTER)).toEqual({
    kind: "refused",
    reason: "The master has another EDGE_SECRET",
  });
});

test("a web page is not a master", () => {
  const page = { status: 200, text: "<!doctype html>" };

  expect(readAnswer(page, MASTER)).toMatchObject({
    kind: "refused",
    reason: expect.stringContaining("is no Neon Relay stream server"),
  });
  expect(kindOf(404, "Not found")).toBe("refused");
});

test("a master with a problem of its own is retried", () => {
  expect(kindOf(502, "Bad gateway")).toBe("failed");
  expect(kindOf(429, { error: "Too many wrong secrets from this address" })).toBe("failed");
});
