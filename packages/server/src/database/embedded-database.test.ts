import { Client } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOverrun } from "./database-failures.ts";
import { EmbeddedDatabase, OPEN_LIMIT_MS, StatementLimit } from "./embedded-database.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an opening may take minutes; one that never ends fails with a clear error", async () => {
  const said: string[] = [];
  const embedded = new EmbeddedDatabase({
    // A thread that never reports that it is open.
    start: async () => ({
      post: () => {},
      waitedMs: () => 0,
      end: async () => void said.push("ended"),
    }),
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

test("a statement's limit grows by the time spent waiting for a CPU, and no more", async () => {
  let waitedMs = 90_000;
  let failure: Error | undefined;
  const embedded = new EmbeddedDatabase({
    start: async (listener) => {
      setTimeout(() => listener.opened(), 0);
      return { post: () => {}, waitedMs: () => waitedMs, end: async () => {} };
    },
    queryLimitMs: () => 5000,
  });
  // The first write of pg is a batch, which this database never answers.
  const client = new Client({ stream: () => embedded.connect() });
  client.connect().catch((error: Error) => {
    failure = error;
  });

  await vi.advanceTimersByTimeAsync(1000);
  waitedMs += 3000;
  await vi.advanceTimersByTimeAsync(6900);
  const within = failure;
  await vi.advanceTimersByTimeAsync(200);
  await embedded.close();

  expect(within).toBeUndefined();
  expect(isOverrun(new Error("Failed query", { cause: failure }))).toBe(true);
});

test("an embedded database that exits on its own is not an overrun", () => {
  expect(isOverrun(new Error("The embedded database ended"))).toBe(false);
});

test("the highest limit of any running work holds until that work is over", async () => {
  const limit = new StatementLimit(5);
  const long = Promise.withResolvers<void>();
  const longer = Promise.withResolvers<void>();

  const inLong = limit.raised(50, () => long.promise);
  const inLonger = limit.raised(60, () => longer.promise);
  const inFailing = limit.raised(70, () => Promise.reject(new Error("stop")));

  await expect(inFailing).rejects.toThrow("stop");
  expect(limit.ms).toBe(60);
  longer.resolve();
  await inLonger;
  expect(limit.ms).toBe(50);
  long.resolve();
  await inLong;
  expect(limit.ms).toBe(5);
});
