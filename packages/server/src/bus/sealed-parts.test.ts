import { expect, test } from "vitest";
import { PartJoiner, sealParts, topicOf } from "./sealed-parts.ts";

const SECRET = "the secret of the nodes";
const seal = (text: string, number = 1) =>
  sealParts({ secret: SECRET, number, text, maxPartBytes: 200 });

function takeAll(joiner: PartJoiner, parts: readonly string[]): readonly string[] {
  return parts.map((part) => joiner.take(part)).filter((text) => text !== null);
}

test("a text split into parts is joined again unchanged", () => {
  const text = `short, ${"ü€🎵\n".repeat(200)} and long`;

  const parts = seal(text);

  expect(parts.length).toBeGreaterThan(10);
  for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
  expect(takeAll(new PartJoiner(SECRET), parts)).toEqual([text]);
});

test("parts sealed with another secret, altered or malformed are dropped", () => {
  const joiner = new PartJoiner(SECRET);
  const [part = ""] = seal("text");

  expect(new PartJoiner("another").take(part)).toBeNull();
  expect(joiner.take(part.replace("text", "tex1"))).toBeNull();
  expect(joiner.take("")).toBeNull();
  expect(joiner.take(`${"A".repeat(43)} 1 1 1 text`)).toBeNull();
  expect(joiner.take(part)).toBe("text");
});

test("a text that lacks a part is dropped, and the next one is complete", () => {
  const joiner = new PartJoiner(SECRET);
  const [first = "", , ...others] = seal("a".repeat(400), 1);
  const next = seal("b".repeat(400), 2);

  expect(takeAll(joiner, [first, ...others, ...next])).toEqual(["b".repeat(400)]);
});

test("parts of two texts are never joined", () => {
  const joiner = new PartJoiner(SECRET);
  const [first = ""] = seal("a".repeat(150), 1);
  const [, second = ""] = seal("b".repeat(150), 2);

  expect(takeAll(joiner, [first, second])).toEqual([]);
});

test("each secret has a topic of its own, which can be a channel of PostgreSQL", () => {
  expect(topicOf(SECRET)).toMatch(/^neonrelay_[0-9a-f]{32}$/);
  expect(topicOf(SECRET)).not.toContain(topicOf("another"));
});
