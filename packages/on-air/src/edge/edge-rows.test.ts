import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "@neonrelay/process/log";
import { SessionLog } from "../audience/session-log.ts";
import { TestLedger } from "../audience/test-ledger.ts";
import { EdgeRows, RowsToSend } from "./edge-rows.ts";

const log = createLog({ part: "test", level: "silent" });
const edge = { id: "00000000-0000-4000-8000-00000000000e", name: "paris" };
let folder = "";
let master: SessionLog;
let atEdge: TestLedger;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "edge-rows-"));
  master = new SessionLog({ folder: path.join(folder, "master"), log, checkpoint: () => [] });
  atEdge = new TestLedger(folder);
});
afterEach(async () => {
  await Promise.all([master.close(), atEdge.close()]);
  await rm(folder, { recursive: true });
});

function listen(count: number): void {
  for (let index = 0; index < count; index += 1) {
    const leave = atEdge.come({ address: `192.0.2.${index}` });
    atEdge.pass(1000);
    leave();
  }
  atEdge.pass(31_000);
}

async function mastersRows(): Promise<readonly object[]> {
  const { rows } = await master.take({ stored: null, most: 1000 });
  return rows.map(({ number, edge: name, via, seconds }) => ({ number, edge: name, via, seconds }));
}

test("[S148] rows of an edge come into its master's ledger, under the edge's name and the master's numbers", async () => {
  listen(2);
  const rows = new EdgeRows(master);
  const toSend = new RowsToSend(atEdge.ledger.log);

  toSend.stored(await rows.store({ ...edge, ledger: await toSend.next() }));

  expect(await mastersRows()).toEqual([
    { number: 1, edge: "paris", via: "edge", seconds: 1 },
    { number: 2, edge: "paris", via: "edge", seconds: 1 },
  ]);
  expect((await toSend.next())?.rows).toEqual([]);
});

test("[S148] a report that comes twice counts once, after a restart of the master too", async () => {
  listen(2);
  const report = { ...edge, ledger: await new RowsToSend(atEdge.ledger.log).next() };
  const before = await new EdgeRows(master).store(report);
  await master.close();
  master = new SessionLog({ folder: path.join(folder, "master"), log, checkpoint: () => [] });

  const after = await new EdgeRows(master).store(report);

  expect(after).toEqual(before);
  expect(await mastersRows()).toHaveLength(2);
});

test("[S148] an edge that lost its folder begins another ledger", async () => {
  listen(1);
  const report = { ...edge, ledger: await new RowsToSend(atEdge.ledger.log).next() };
  const rows = new EdgeRows(master);
  await rows.store(report);
  const { ledger } = report;
  if (ledger === null) throw new Error("no rows");

  await rows.store({ ...report, ledger: { ...ledger, ledgerId: randomUUID() } });

  expect(await mastersRows()).toHaveLength(2);
});

test("[S148] rows that the master can't write are sent again", async () => {
  listen(1);
  const full = new EdgeRows({
    positionOf: (edgeId) => ({ edgeId, ledgerId: atEdge.ledger.log.ledgerId, number: 1 }),
    recordEdge: () => {},
    settled: async () => {
      await Promise.reject(new Error("full"));
    },
  });
  const toSend = new RowsToSend(atEdge.ledger.log);

  const stored = await full.store({ ...edge, ledger: await toSend.next() });
  toSend.stored(stored);

  expect(stored).toBeNull();
  expect((await toSend.next())?.rows).toHaveLength(1);
});
