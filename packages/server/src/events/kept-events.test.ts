import { expect, test } from "vitest";
import { createFeed } from "./feed.ts";

test("all followers get what is published, until they end it", () => {
  const feed = createFeed<number>({ keep: 2 });
  const [one, other]: [number[], number[]] = [[], []];
  const end = feed.follow((value) => one.push(value));
  feed.follow((value) => other.push(value));

  feed.publish(1);
  end();
  feed.publish(2);

  expect([one, other]).toEqual([[1], [1, 2]]);
});

test("what comes before the first follower waits for it, up to a number, and for no other", () => {
  const feed = createFeed<number>({ keep: 2 });
  const [first, second]: [number[], number[]] = [[], []];
  for (const value of [1, 2, 3]) feed.publish(value);

  feed.follow((value) => first.push(value));
  feed.follow((value) => second.push(value));

  expect([first, second]).toEqual([[1, 2], []]);
});
