import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { addTestTracks, openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { byHand } from "./plan-entry.ts";
import { listPlanItems, savePlanItems, type StoredPlanItem } from "./plan-item-store.ts";

let opened: TestDatabase;
let trackId: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  [trackId = ""] = await addTestTracks(opened.database, ["Tide"]);
});
afterAll(() => opened[Symbol.asyncDispose]());

function itemAt(startsAtMs: number): StoredPlanItem {
  return {
    id: randomUUID(),
    trackId,
    startsAtMs,
    durationMs: 180_000,
    isLocked: false,
    isByHand: false,
    reason: byHand,
  };
}

async function save(items: readonly StoredPlanItem[]): Promise<void> {
  await opened.database.transaction((transaction) => savePlanItems(transaction, items));
}

/** The transaction that last wrote each row. */
async function writers(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await opened.database.connection.execute(
    sql`select id, xmin::text as writer from plan_items`,
  );
  const parsed = z.array(z.object({ id: z.string(), writer: z.string() })).parse(rows);
  return new Map(parsed.map(({ id, writer }) => [id, writer]));
}

test("saving a plan again writes only what has changed", async () => {
  const plan = Array.from({ length: 20 }, (_, index) => itemAt(index * 180_000));
  await save(plan);
  const before = await writers();
  const [, second, third, fourth, fifth, ...others] = plan.map((item) => ({
    ...item,
    startsAtMs: item.startsAtMs + 2000,
  }));
  if (second === undefined || third === undefined || fourth === undefined || fifth === undefined)
    throw new Error("the plan is too short");
  const added = itemAt(500_000);
  const locked = { ...fourth, isLocked: true };
  const explained = { ...second, reason: { ...byHand, sentence: "It has a reason." } };
  const late = { ...fifth, startsAtMs: fifth.startsAtMs + 60_000 };

  await save([explained, added, third, locked, late, ...others]);
  const after = await writers();
  const stored = await listPlanItems(opened.database.connection);

  const written = [...after.keys()].filter((id) => before.get(id) !== after.get(id));
  const expected = [added, explained, locked, late];
  expect(new Set(written)).toEqual(new Set(expected.map(({ id }) => id)));
  const inTime = { ...third, startsAtMs: third.startsAtMs - 2000 };
  expect(stored.slice(0, 5)).toEqual([explained, added, inTime, locked, late]);
  expect(stored.map(({ id }) => id).slice(5)).toEqual(others.map(({ id }) => id));
});

test("of two plans saved concurrently, exactly one is stored", async () => {
  const plans = Array.from({ length: 6 }, () =>
    Array.from({ length: 10 }, (_, index) => itemAt(index)),
  );

  await Promise.all(plans.map(save));
  const stored = await listPlanItems(opened.database.connection);

  expect(plans).toContainEqual(stored);
});

test("a plan that becomes empty leaves no rows", async () => {
  await save([itemAt(0)]);
  await save([]);

  expect(await listPlanItems(opened.database.connection)).toEqual([]);
});
