import { Client } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOverrun } from "./database-failures.ts";
import { EmbeddedDatabase, OPEN_LIMIT_MS } from "./embedded-database.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an opening that takes minutes is waited for, and one that never ends is given up in words", async () => {
  const said: string[] = [];
  const embedded = new EmbeddedDatabase({
    // A thread that never says that it is open.
    start: async () => ({ post: () => {}, end: async () => void said.push("ended") }),
    queryLimitMs: () => 5000,
  });
  const client = new Client({ stream: () => embedded.connect() });
  let failure: unknown;
  client.connect().catch((error: Error) => {
    failure = error;
    said.push(error.message);
  });

  await vi.advanceTimersByTimeAsync(OPEN_LIMIT_MS - 60_000);
  expect(said).toEqual([]);

  await vi.advanceTimersByTimeAsync(60_000);
  await embedded.close();
  expect(said).toEqual(["ended", "The embedded database did not open within 10 minutes"]);
  expect(isOverrun(new Error("Failed query", { cause: failure }))).toBe(true);
});

test("an embedded database that ended by itself did not take too long", () => {
  expect(isOverrun(new Error("The embedded database ended"))).toBe(false);
});
