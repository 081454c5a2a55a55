import { expect, test } from "vitest";
import { parseLiked, withLike } from "./comments-data.ts";

test("a like is remembered once, and forgotten when it is removed", () => {
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];

  const liked = withLike(withLike([a, b], { id: a, isLiked: true }), { id: b, isLiked: false });

  expect(liked).toEqual([a]);
});

test("beyond the number of comments ever shown, the oldest like is forgotten", () => {
  const liked = Array.from({ length: 500 }, () => crypto.randomUUID());
  const id = crypto.randomUUID();

  expect(withLike(liked, { id, isLiked: true })).toEqual([...liked.slice(1), id]);
});

test.each([
  ["nothing", null],
  ["what is no JSON", "liked"],
  ["what holds no ids", '["<b>"]'],
])("%s in the browser's storage isn't a like", (_what, text) => {
  expect(parseLiked(text)).toEqual([]);
});
