import { expect, test } from "vitest";
import { FairQueue, type QueuedLines } from "./fair-queue.ts";

function letter(sender: string, lineCount = 1, queuedAtMs = 0): QueuedLines {
  return { sender, lineCount, queuedAtMs };
}

function drain(queue: FairQueue<QueuedLines>): readonly string[] {
  const order: string[] = [];
  for (let next = queue.peek(); next !== undefined; next = queue.peek()) {
    order.push(`${next.item.sender}${next.line}`);
    queue.shift();
  }
  return order;
}

test("[C11] senders take turns, each with their own lines in order", () => {
  const queue = new FairQueue<QueuedLines>({ lines: 30, linesPerSender: 3 });
  queue.add(letter("ann", 2));
  queue.add(letter("ann"));
  queue.add(letter("bob"));
  queue.add(letter("eve", 2));

  expect(drain(queue)).toEqual(["ann0", "bob0", "eve0", "ann1", "eve1", "ann0"]);
  expect(queue.lines).toBe(0);
});

test("[C11] each sender has at most three lines waiting, all together thirty", () => {
  const queue = new FairQueue<QueuedLines>({ lines: 30, linesPerSender: 3 });

  expect([queue.add(letter("ann", 2)), queue.add(letter("ann", 2))]).toEqual([
    "queued",
    "sender-full",
  ]);
  for (let index = 0; index < 28; index += 1) queue.add(letter(`guest${index}`));
  expect([queue.lines, queue.add(letter("bob"))]).toEqual([30, "full"]);
});

test("[C11] an old message is removed unless one of its lines has gone out", () => {
  const queue = new FairQueue<QueuedLines>({ lines: 30, linesPerSender: 3 });
  queue.add(letter("ann", 2, 5));
  queue.add(letter("bob", 1, 5));
  queue.add(letter("eve", 1, 10));
  queue.shift();

  const old = queue.takeOlderThan(10);

  expect(old.map(({ sender }) => sender)).toEqual(["bob"]);
  expect([queue.lines, ...drain(queue)]).toEqual([2, "eve0", "ann1"]);
});
