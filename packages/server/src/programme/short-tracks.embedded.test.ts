import { planSchema } from "@neonrelay/contract";
import { MAX_PLAN_ITEMS } from "@neonrelay/on-air/protocol";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { tracks } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";
import { planItems } from "./plan-tables.ts";

const TRACKS = 2000;
/**
 * Maximum share of one uninterrupted piece. Done in one piece, planning would be most of the work, and a server that
 * blocks for 5 s is killed as hung.
 */
const LONGEST_PART = 0.2;
/** Sampling every turn of the event loop would take a whole CPU. */
const CHECK_INTERVAL_MS = 5;
const WAIT = { timeout: 60_000, interval: 100 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await fillLibrary(server.database, TRACKS);
  await server.database.connection.update(tracks).set({ durationMs: 3000 });
});
afterAll(() => server[Symbol.asyncDispose]());

test("thousands of three-second tracks are planned and replanned in small pieces between other work", async () => {
  const moderator = await server.signIn("moderator");
  const { connection } = server.database;
  const watch = watchPieces();

  server.events.publish({ type: "library.changed" });
  const body = { name: "All music", rule: { kinds: ["music"] } };
  expect((await moderator.call("POST", "/api/playlists", { body })).status).toBe(200);
  await expect.poll(() => connection.$count(planItems), WAIT).toBe(MAX_PLAN_ITEMS);
  const planned = await versionOfPlan();
  server.events.publish({ type: "library.changed" });
  await expect.poll(versionOfPlan, WAIT).toBeGreaterThan(planned);

  const { longestMs, wholeMs } = await watch.end();
  expect(longestMs / wholeMs).toBeLessThan(LONGEST_PART);
});

async function versionOfPlan(): Promise<number> {
  return planSchema.parse((await server.call("GET", "/api/plan?limit=1")).body).version;
}

/**
 * Measures this thread's CPU time: the maximum between two samples, which is at least its longest piece, and the total.
 */
function watchPieces(): {
  readonly end: () => Promise<{ readonly longestMs: number; readonly wholeMs: number }>;
} {
  const watch = { isOver: false, longestMs: 0, wholeMs: 0 };
  const watching = (async () => {
    while (!watch.isOver) {
      const before = process.threadCpuUsage();
      await delay(CHECK_INTERVAL_MS);
      const { user, system } = process.threadCpuUsage(before);
      const pieceMs = (user + system) / 1000;
      watch.longestMs = Math.max(watch.longestMs, pieceMs);
      watch.wholeMs += pieceMs;
    }
  })();
  return {
    end: async () => {
      watch.isOver = true;
      await watching;
      return watch;
    },
  };
}
