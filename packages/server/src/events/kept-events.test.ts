import { expect, test } from "vitest";
import { createKeptEvents } from "./kept-events.ts";

test("all listeners get published events until they unsubscribe", () => {
  const events = createKeptEvents<number>({ keep: 2 });
  const [one, other]: [number[], number[]] = [[], []];
  const end = events.subscribe((event) => one.push(event));
  events.subscribe((event) => other.push(event));

  events.publish(1);
  end();
  events.publish(2);

  expect([one, other]).toEqual([[1], [1, 2]]);
});

test("early events wait only for the first listener", () => {
  const events = createKeptEvents<number>({ keep: 2 });
  const [first, second]: [number[], number[]] = [[], []];
  for (const event of [1, 2, 3]) events.publish(event);

  events.subscribe((event) => first.push(event));
  events.publish(4);
  events.subscribe((event) => second.push(event));

  expect([first, second]).toEqual([[1, 2, 4], []]);
});
