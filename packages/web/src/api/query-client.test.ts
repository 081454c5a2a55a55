import {
  MutationObserver,
  onlineManager,
  QueryObserver,
  type QueryObserverOptions,
} from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiCallError } from "./call-api.ts";
import { createQueryClient, refresh, stationData } from "./query-client.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** When the station was called, in ms since the first call. */
async function askedAtMs(
  options: Partial<QueryObserverOptions<string>>,
  answer: () => Promise<string>,
): Promise<readonly number[]> {
  const asked: number[] = [];
  const startMs = Date.now();
  const queryFn = async () => {
    asked.push(Date.now() - startMs);
    return await answer();
  };
  const queryClient = createQueryClient();
  const stop = new QueryObserver(queryClient, {
    ...options,
    queryKey: ["/api/queue"],
    queryFn,
  }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  queryClient.clear();
  return asked;
}

const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));
const refused = (status: number) => () =>
  Promise.reject(new ApiCallError({ status, statusText: "", text: "" }));

test("a query for the station's state is retried twice, half a second apart", async () => {
  expect(await askedAtMs(stationData, unreachable)).toEqual([0, 500, 1000]);
  expect(await askedAtMs(stationData, refused(503))).toEqual([0, 500, 1000]);
});

test("a refusal is not retried", async () => {
  expect(await askedAtMs(stationData, refused(403))).toEqual([0]);
});

test("other queries are not retried", async () => {
  expect(await askedAtMs({}, unreachable)).toEqual([0]);
  expect(await askedAtMs({}, async () => "here")).toEqual([0]);
});

test("the station's state is stale after 30 s, other data never, but a screen refetches when it opens", async () => {
  const queryClient = createQueryClient();
  const asked: string[] = [];
  const open = (name: string, options: Partial<QueryObserverOptions<string>>) =>
    new QueryObserver(queryClient, {
      ...options,
      queryKey: [name],
      queryFn: () => {
        asked.push(name);
        return name;
      },
    }).subscribe(() => {});
  const close = [open("queue", stationData), open("users", {})];
  await vi.advanceTimersByTimeAsync(29_999);
  close.push(open("queue", stationData), open("users", {}));
  await vi.advanceTimersByTimeAsync(1);
  close.push(open("queue", stationData));
  await vi.advanceTimersByTimeAsync(0);
  for (const stop of close) stop();
  await vi.advanceTimersByTimeAsync(59_999);
  const keptQueue = queryClient.getQueryData(["queue"]);
  await vi.advanceTimersByTimeAsync(1);

  expect(asked).toEqual(["queue", "users", "users", "queue"]);
  expect([keptQueue, queryClient.getQueryData(["queue"])]).toEqual(["queue", undefined]);
  queryClient.clear();
});

test("offline, a query fails at once and a mutation is not queued", async () => {
  onlineManager.setOnline(false);
  const queryClient = createQueryClient();
  const orders: string[] = [];
  const order = new MutationObserver(queryClient, {
    mutationFn: () => {
      orders.push("stop");
      return unreachable();
    },
  });

  const asked = await askedAtMs({}, unreachable);
  await order.mutate().catch(() => undefined);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(60_000);

  expect(asked).toEqual([0]);
  expect([order.getCurrentResult().status, orders]).toEqual(["error", ["stop"]]);
  queryClient.clear();
});

test("data that changes during its first fetch is fetched again", async () => {
  const queryClient = createQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let fetches = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ["/api/plan"],
    queryFn: async () => {
      const answer = answers[fetches];
      fetches += 1;
      return (await answer?.promise) ?? "";
    },
  });
  const stop = observer.subscribe(() => {});

  refresh(queryClient, ["/api/plan"]);
  answers[0]?.resolve("before the change");
  answers[1]?.resolve("after it");
  await expect.poll(() => observer.getCurrentResult().data).toBe("after it");
  stop();

  expect(fetches).toBe(2);
});
