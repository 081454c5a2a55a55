import type { ServerBan } from "@neonrelay/irc/server";
import { createLogTo } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import { openTestDatabase } from "../database/test-database.ts";
import { withOutages } from "../database/test-outage.ts";
import { listServerBans, saveServerBans } from "./irc-store.ts";
import { LatestStateWriter } from "./latest-state-writer.ts";

const ban = (mask: string): ServerBan => ({
  mask,
  reason: "spam",
  setBy: "operator",
  setAtMs: 0,
  untilMs: undefined,
});

test("once the database is back, the newest state is stored, after a single warning", async () => {
  await using opened = await openTestDatabase();
  const outage = withOutages(opened.database);
  const warned = Promise.withResolvers<void>();
  const warnings: string[] = [];
  const log = createLogTo(
    (text) => {
      warnings.push(text);
      warned.resolve();
    },
    { part: "test", level: "warn" },
  );
  const keeper = new LatestStateWriter({
    store: async (bans: readonly ServerBan[]) => await saveServerBans(outage.database, bans),
    what: "bans",
    log,
  });
  outage.isAway = true;

  keeper.keep([ban("*@first")]);
  await warned.promise;
  keeper.keep([ban("*@first"), ban("*@second")]);
  outage.isAway = false;
  await keeper.close(); // one last try

  expect(warnings).toHaveLength(1);
  const kept = await listServerBans(opened.database.connection);
  expect(kept.map(({ mask }) => mask).toSorted()).toEqual(["*@first", "*@second"]);
});

test("while the database stays down the keeper closes all the same", async () => {
  await using opened = await openTestDatabase();
  const outage = withOutages(opened.database);
  outage.isAway = true;
  const keeper = new LatestStateWriter({
    store: async (bans: readonly ServerBan[]) => await saveServerBans(outage.database, bans),
    what: "bans",
    log: createLogTo(() => {}, { part: "test", level: "silent" }),
  });

  keeper.keep([ban("*@first")]);
  await keeper.close();

  expect(await listServerBans(opened.database.connection)).toEqual([]);
});

test("a state that no table can hold is not retried for ever: the next change is stored", async () => {
  await using opened = await openTestDatabase();
  const keeper = new LatestStateWriter({
    store: async (bans: readonly ServerBan[]) => await saveServerBans(opened.database, bans),
    what: "bans",
    log: createLogTo(() => {}, { part: "test", level: "silent" }),
  });

  keeper.keep([ban("*@nul\0")]);
  keeper.keep([ban("*@third")]);
  await keeper.close();

  const kept = await listServerBans(opened.database.connection);
  expect(kept.map(({ mask }) => mask)).toEqual(["*@third"]);
});
