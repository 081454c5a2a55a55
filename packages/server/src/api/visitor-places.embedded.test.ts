import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

const PATIENCE = { timeout: 60_000 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: ["127.0.0.1"] });
  await addTestTracks(server.database, ["One", "Two"]);
});
afterAll(() => server?.[Symbol.asyncDispose]());

/** As passed on by a reverse proxy. */
async function call(address: string, target: string, method: "GET" | "HEAD" = "GET") {
  const { status, body, headers } = await server.call(method, target, {
    headers: { "x-forwarded-for": address },
  });
  return { status, body, wait: headers.get("retry-after") };
}

/** Keeps the embedded database's only connection busy until the work is done. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = server.database.transaction(async () => {
    taken.resolve();
    await held.promise;
  });
  await taken.promise;
  try {
    await work();
  } finally {
    held.resolve();
    await holding;
  }
}

test("[D4] of many costly reads by one network at once, four are answered and the rest told when to retry", async () => {
  const all: ReturnType<typeof call>[] = [];
  const early: Awaited<ReturnType<typeof call>>[] = [];
  await whileHeld(async () => {
    for (let n = 0; n < 25; n += 1) {
      const answer = call("198.51.100.1", `/api/tracks?q=word${n}`);
      all.push(answer);
      void answer.then((one) => early.push(one));
    }
    await vi.waitUntil(() => early.length === 21, PATIENCE);
  });
  const answers = await Promise.all(all);

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(early[0]).toMatchObject({
    wait: "1",
    body: { code: "too_many_requests", retryAt: expect.any(String) },
  });
});

test("[D4] HEAD requests count towards the share, too", async () => {
  const all: ReturnType<typeof call>[] = [];
  await whileHeld(async () => {
    let refused = 0;
    for (let n = 0; n < 25; n += 1) {
      const answer = call("198.51.100.3", `/api/tracks?q=head${n}`, "HEAD");
      all.push(answer);
      void answer.then(({ status }) => (refused += status === 429 ? 1 : 0));
    }
    await vi.waitUntil(() => refused === 21, PATIENCE);
  });

  const answers = await Promise.all(all);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
});

test("[D4] one network's share affects neither another network nor an operator", async () => {
  const admin = await server.signIn("admin");
  const all: Promise<number>[] = [];
  await whileHeld(async () => {
    for (let n = 0; n < 4; n += 1)
      all.push(call("198.51.100.2", `/api/tracks?q=first${n}`).then(({ status }) => status));
    for (let n = 0; n < 6; n += 1)
      all.push(admin.call("GET", `/api/tracks?q=own${n}`).then(({ status }) => status));
    all.push(call("203.0.113.9", "/api/tracks?q=another").then(({ status }) => status));
    await nextTurn();
  });

  expect(await Promise.all(all)).toEqual(all.map(() => 200));
});

test("[D5] identifying callers, health and sign-ins overtake visitor reads that wait for the database", async () => {
  const admin = await server.signIn("admin");
  const order: string[] = [];
  const named = async (name: string, calling: Promise<unknown>) => {
    await calling;
    order.push(name);
  };
  const all: Promise<void>[] = [];
  await whileHeld(async () => {
    for (let n = 0; n < 40; n += 1) all.push(named("read", call(`192.0.2.${n}`, `/api/comments`)));
    // They are queued before the session is looked up.
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    all.push(named("session", admin.call("GET", "/api/session")));
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
  });
  await Promise.all(all);

  expect(order.indexOf("session")).toBeLessThan(20);
});

test("[D6] when too many reads wait for the database the next is refused at once, with the reason", async () => {
  const all: ReturnType<typeof call>[] = [];
  const early: Awaited<ReturnType<typeof call>>[] = [];
  await whileHeld(async () => {
    for (let n = 0; n < 310; n += 1) {
      const answer = call(`192.0.2.${n % 250}`, "/api/comments");
      all.push(answer);
      void answer.then((one) => early.push(one));
    }
    await vi.waitUntil(() => early.length > 0, PATIENCE);
  });
  await Promise.all(all);

  expect(early[0]).toMatchObject({
    status: 503,
    wait: "1",
    body: { code: "unavailable", retryAt: expect.any(String) },
  });
});
