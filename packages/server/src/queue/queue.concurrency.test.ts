import { queueItemSchema, queueSchema, type QueueItem } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { addTestTracks, testEngines } from "../database/test-database.ts";
import { startTestServer, type TestBrowser, type TestServer } from "../api/test-server.ts";

const CLIENTS = 50;
const GUESTS = 10;
const STEPS = 8;
const TRACKS = 40;
const undoneSchema = z.object({ undone: z.string(), queue: queueSchema });
const removedSchema = z.object({ removed: z.int() });

describe.each(testEngines)("the queue under fifty clients on $name", (engine) => {
  let server: TestServer;
  let trackIds: readonly string[];
  let browsers: readonly TestBrowser[];
  beforeAll(async () => {
    server = await startTestServer({}, { engine });
    const titles = Array.from({ length: TRACKS }, (_, n) => `track ${n}`);
    trackIds = await addTestTracks(server.database, titles);
    const operators = await Promise.all(
      Array.from({ length: 8 }, () => server.signIn("moderator")),
    );
    // Guests are subject to the request rules and limits, operators are not; both change the same queue.
    browsers = Array.from({ length: CLIENTS }, (_, n) =>
      n < GUESTS ? server.guest() : (operators[n % operators.length] ?? server.guest()),
    );
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const table of ["queue_items", "queue_snapshots", "requests"])
      await server.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
  });

  const listed = async () => queueSchema.parse((await server.call("GET", "/api/queue")).body);
  const expectWhole = (queue: readonly QueueItem[]): void => {
    expect(queue.map(({ position }) => position)).toEqual(queue.map((_, index) => index + 1));
    expect(new Set(queue.map(({ id }) => id)).size).toBe(queue.length);
  };

  test("concurrent adds, moves, removals, clears, shuffles and play-next calls lose and duplicate nothing", async () => {
    const added = new Set<string>();
    const removed = new Set<string>();
    let cleared = 0;
    const refusals: { readonly isGuest: boolean; readonly status: number }[] = [];

    const work = async (browser: TestBrowser, client: number): Promise<void> => {
      const call = async (method: string, path: string, body?: unknown) => {
        const answer = await browser.call(method, path, { body });
        if (answer.status === 200) return answer.body;
        refusals.push({ isGuest: client < GUESTS, status: answer.status });
        return null;
      };
      for (let step = 0; step < STEPS; step += 1) {
        const chance = (client * 7 + step * 13) % 20;
        const known = [...added];
        const id = known[(client * 31 + step * 17) % Math.max(known.length, 1)] ?? "";
        if (step < 2 || id === "" || chance < 6) {
          const trackId = trackIds[(client + step * 11) % TRACKS];
          const item = await call("POST", "/api/queue", { trackId });
          if (item !== null) added.add(queueItemSchema.parse(item).id);
        } else if (chance < 10) {
          const queue = await call("PATCH", `/api/queue/${id}/position`, { position: chance * 3 });
          if (queue !== null) expectWhole(queueSchema.parse(queue));
        } else if (chance < 14) {
          const answer = await call("DELETE", `/api/queue/${id}`);
          if (answer === null) continue;
          expect(removed.has(id)).toBe(false);
          removed.add(id);
        } else if (chance < 17) {
          const queue = await call("POST", `/api/queue/${id}/play-next`);
          if (queue !== null) expectWhole(queueSchema.parse(queue));
        } else if (chance < 19) {
          const queue = await call("POST", "/api/queue/shuffle");
          if (queue !== null) expectWhole(queueSchema.parse(queue));
        } else {
          const answer = await call("DELETE", "/api/queue/clear");
          if (answer !== null) cleared += removedSchema.parse(answer).removed;
        }
      }
    };
    await Promise.all(browsers.map(work));

    const queue = await listed();
    const present = new Set(queue.map(({ id }) => id));
    const missing = [...added].filter((id) => !present.has(id) && !removed.has(id));
    expectWhole(queue);
    expect([...present].filter((id) => !added.has(id) || removed.has(id))).toEqual([]);
    expect(missing).toHaveLength(cleared);
    expect(added.size).toBe(present.size + removed.size + cleared);
    // The load was real: every kind of change succeeded, and the only refusals were of missing entries or of guests in
    // a hurry.
    expect(Math.min(added.size, removed.size, cleared)).toBeGreaterThan(0);
    expect(refusals.filter(({ status }) => status !== 404 && status !== 429)).toEqual([]);
    expect(refusals.filter(({ isGuest, status }) => !isGuest && status === 429)).toEqual([]);

    // Every undo also yields a consistent queue of known entries.
    const [operator] = browsers.slice(GUESTS);
    for (let n = 0; n < 20; n += 1) {
      const answer = await operator?.call("POST", "/api/queue/undo");
      if (answer?.status === 404) break;
      const undone = undoneSchema.parse(answer?.body);
      expectWhole(undone.queue);
      expect(undone.queue.filter(({ id }) => !added.has(id))).toEqual([]);
    }
  });

  test("at the limit exactly as many are accepted as there is room for", async () => {
    await server.database.connection.execute(sql`
      insert into queue_items (id, track_id, "position")
      select gen_random_uuid(), ${trackIds[0]}::uuid, n from generate_series(1, 490) as n`);

    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, n) => {
        const browser = browsers[GUESTS + (n % (CLIENTS - GUESTS))];
        return await browser?.call("POST", "/api/queue", {
          body: { trackId: trackIds[n % TRACKS] },
        });
      }),
    );

    const codes = answers.map((answer) => answer?.status);
    expect(codes.filter((status) => status === 200)).toHaveLength(10);
    expect(codes.filter((status) => status === 409)).toHaveLength(40);
    const queue = await listed();
    expectWhole(queue);
    expect(queue).toHaveLength(500);
  });

  test("concurrent changes and undos leave a queue without gaps or duplicates", async () => {
    const operators = browsers.slice(GUESTS);
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const answer = await operators[0]?.call("POST", "/api/queue", {
        body: { trackId: trackIds[n] },
      });
      ids.push(queueItemSchema.parse(answer?.body).id);
    }

    const answers = await Promise.all(
      operators.map(async ({ call }, n) => {
        if (n % 4 === 0) return await call("DELETE", "/api/queue/clear");
        if (n % 4 === 1) return await call("DELETE", `/api/queue/${ids[n % 20]}`);
        if (n % 4 === 2) return await call("POST", "/api/queue/shuffle");
        return await call("POST", "/api/queue/undo");
      }),
    );

    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    const queue = await listed();
    expectWhole(queue);
    expect(queue.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });
});
