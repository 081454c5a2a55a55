import { expect, test } from "vitest";
import { createEvents } from "./events.ts";

test("listeners receive events in the order they subscribed, until they unsubscribe", () => {
  const events = createEvents<number>();
  const heard: string[] = [];
  const leave = events.subscribe((event) => heard.push(`first ${event}`));
  events.subscribe((event) => heard.push(`second ${event}`));

  events.publish(1);
  leave();
  events.publish(2);

  expect(heard).toEqual(["first 1", "second 1", "second 2"]);
});
